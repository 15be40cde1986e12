/* SPDX-License-Identifier: MIT */
/*
 * Instructions as text, of small programs that are laid out here: of each
 * machine that is taken apart, and of files that are cut or make no sense.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "program/program.h"
#include "test.h"

enum { ADDR = 0x1000, ROOM = 256 };

static struct error err;

/* ---- a program ----------------------------------------------------------- */

struct file {
	uint8_t at[2 * ROOM];
	size_t size;
	bool wide, big;
};

static void put(struct file *f, unsigned size, uint64_t value)
{
	for (unsigned i = 0; i < size; i++)
		f->at[f->size + i] =
			(uint8_t)(value >> 8 * (f->big ? size - 1 - i : i));
	f->size += size;
}

/* A number as wide as an address. */
static void put_wide(struct file *f, uint64_t value)
{
	put(f, f->wide ? 8 : 4, value);
}

/* The heads of a file with one segment, whose text follows them. */
static void put_heads(struct file *f, uint16_t machine, size_t text)
{
	const unsigned head = f->wide ? 64 : 52, segment = f->wide ? 56 : 32;

	memcpy(f->at, ELFMAG, SELFMAG);
	f->at[EI_CLASS] = f->wide ? ELFCLASS64 : ELFCLASS32;
	f->at[EI_DATA] = f->big ? ELFDATA2MSB : ELFDATA2LSB;
	f->at[EI_VERSION] = EV_CURRENT;
	f->size = EI_NIDENT;
	put(f, 2, ET_EXEC);
	put(f, 2, machine);
	put(f, 4, EV_CURRENT);
	put_wide(f, ADDR);
	put_wide(f, head);
	put_wide(f, 0);
	put(f, 4, 0);
	put(f, 2, head);
	put(f, 2, segment);
	put(f, 2, 1);
	put(f, 6, 0);
	put(f, 4, PT_LOAD);
	if (f->wide)
		put(f, 4, PF_R | PF_X);
	put_wide(f, head + segment);
	put_wide(f, ADDR);
	put_wide(f, ADDR);
	put_wide(f, text);
	put_wide(f, ROOM);
	if (!f->wide)
		put(f, 4, PF_R | PF_X);
	put_wide(f, 1);
}

/* A program with that text at ADDR, opened as the kernel maps it. */
static struct program *laid_out(uint16_t machine, unsigned bits, bool big,
				const uint8_t *text, size_t size)
{
	struct file f = { .wide = bits == 64, .big = big };
	const int fd = memfd_create("tally-code", 0);
	struct program *p;
	char path[32];

	assert_true(fd >= 0 && size <= ROOM);
	put_heads(&f, machine, size);
	memcpy(f.at + f.size, text, size);
	f.size += size;
	assert_int_equal(write(fd, f.at, f.size), f.size);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	p = program_open_mapped(path, "/nowhere", &err);
	if (!p)
		fail_msg("%s", err.text);
	close(fd);
	return p;
}

/* "ADDRESS TEXT|" of each instruction, a star where it is another one than the
 * file has; closes the program. */
static const char *shown(struct program *p, uint64_t size,
			 const struct program_word *ran, size_t count)
{
	static char text[4096];
	struct program_code code;
	size_t used = 0;

	if (!program_code(p, ADDR, ADDR + size, ran, count, &code, &err))
		fail_msg("%s", err.text);
	text[0] = '\0';
	for (size_t i = 0; i < code.count; i++)
		used += (size_t)snprintf(text + used, sizeof text - used,
					 "%" PRIx64 "%s %s|", code.insn[i].addr,
					 code.insn[i].other ? "*" : "",
					 code.insn[i].text);
	program_code_free(&code);
	program_close(p);
	return text;
}

/* ---- x86 ----------------------------------------------------------------- */

/* push %rbp; mov %rsp,%rbp; call to the start; lea; ret. */
static const uint8_t x86_text[] = { 0x55, 0x48, 0x89, 0xe5, 0xe8, 0xf7,
				    0xff, 0xff, 0xff, 0x48, 0x8d, 0x3d,
				    0x10, 0x00, 0x00, 0x00, 0xc3 };

static struct program *x86(unsigned bits, const uint8_t *text, size_t size)
{
	return laid_out(bits == 64 ? EM_X86_64 : EM_386, bits, false, text,
			size);
}

/* The addresses and operands are those of GNU objdump 2.40, whose mnemonics
 * leave the size out where a register tells it. */
TEST(x86_of_64_bits)
{
	assert_string_equal(shown(x86(64, x86_text, sizeof x86_text),
				  sizeof x86_text, NULL, 0),
			    "1000 pushq   %rbp|1001 movq    %rsp, %rbp|"
			    "1004 callq   0x1000|1009 leaq    0x10(%rip), %rdi|"
			    "1010 retq    |");
}

/* The prefix of 64 bits is an instruction of its own there. */
TEST(x86_of_32_bits)
{
	assert_string_equal(
		shown(x86(32, x86_text, sizeof x86_text), sizeof x86_text, NULL,
		      0),
		"1000 pushl   %ebp|1001 decl    %eax|1002 movl    %esp, %ebp|"
		"1004 calll   0x1000|1009 decl    %eax|"
		"100a leal    0x10, %edi|1010 retl    |");
}

/* A table among the code is no reason to lose what follows it. */
TEST(what_ran_begins_an_instruction)
{
	/* ret; the first two bytes of a jump, as data; xor %eax,%eax; ret. */
	static const uint8_t text[] = { 0xc3, 0xe9, 0x00, 0x31, 0xc0, 0xc3 };
	const struct program_word ran[] = { { ADDR + 3, 0, true },
					    { ADDR, 0, true } };

	assert_string_equal(
		shown(x86(64, text, sizeof text), sizeof text, ran, 2),
		"1000 retq    |1001 .byte   0xe9|"
		"1002 .byte   0x00|1003 xorl    %eax, %eax|"
		"1005 retq    |");
	/* Nobody knows of the table without it. */
	assert_string_equal(
		shown(x86(64, text, sizeof text), sizeof text, NULL, 0),
		"1000 retq    |1001 jmp     0xffffffffc3c04106|");
}

/* The last bytes of the file are the first ones of an instruction; behind them
 * are zeros in memory alone. */
TEST(a_text_that_is_cut)
{
	const struct program_word ran[] = { { ADDR + 4, 0, true },
					    { ADDR + 9, 0, true } };

	assert_string_equal(
		shown(x86(64, x86_text, 7), sizeof x86_text, ran, 2),
		"1000 pushq   %rbp|1001 movq    %rsp, %rbp|"
		"1004 .byte   0xe8|1005 idivl   %edi|"
		"1009 (not in the file)|");
	assert_string_equal(
		shown(x86(64, x86_text, 0), sizeof x86_text, NULL, 0), "");
}

static int in_order(const void *a, const void *b)
{
	return *(const unsigned *)a < *(const unsigned *)b ? -1 : 1;
}

/* One behind the other, as far as the function goes, and all that ran. */
static void check_all_of_it(unsigned bits, const uint8_t *text, size_t size,
			    const unsigned *ran, unsigned count)
{
	struct program *p = x86(bits, text, size);
	struct program_word word[8] = { 0 };
	struct program_code code;
	uint64_t at = ADDR;
	unsigned found = 0;

	for (unsigned i = 0; i < count; i++)
		word[i] = (struct program_word){ ADDR + ran[i], 0, true };
	assert_true(
		program_code(p, ADDR, ADDR + size, word, count, &code, &err));
	for (size_t i = 0; i < code.count; i++) {
		assert_int_equal(code.insn[i].addr, at);
		assert_in_range(code.insn[i].size, 1, 15);
		assert_false(code.insn[i].other);
		found += found < count && at == ADDR + ran[found];
		at += code.insn[i].size;
	}
	assert_int_equal(at, ADDR + size);
	assert_int_equal(found, count);
	program_code_free(&code);
	program_close(p);
}

TEST(any_bytes)
{
	uint32_t seed = 35;

	for (unsigned round = 0; round < 48; round++) {
		uint8_t text[ROOM];
		unsigned ran[4];

		for (size_t i = 0; i < sizeof text; i++) {
			seed = seed * 1664525 + 1013904223;
			text[i] = (uint8_t)(seed >> 24);
		}
		for (unsigned i = 0; i < 4; i++)
			ran[i] = 64 * i + text[i] % 64;
		qsort(ran, 4, sizeof *ran, in_order);
		check_all_of_it(round % 2 ? 32 : 64, text, sizeof text, ran, 4);
	}
}

/* ---- other machines ------------------------------------------------------ */

/* li r3,1; blr. */
TEST(power_of_64_bits_in_both_orders)
{
	static const uint8_t big[] = { 0x38, 0x60, 0x00, 0x01,
				       0x4e, 0x80, 0x00, 0x20 };
	static const uint8_t little[] = { 0x01, 0x00, 0x60, 0x38,
					  0x20, 0x00, 0x80, 0x4e };
	static const char text[] = "1000 li      r3, 1|1004 blr     |";

	assert_string_equal(shown(laid_out(EM_PPC64, 64, true, big, sizeof big),
				  sizeof big, NULL, 0),
			    text);
	assert_string_equal(
		shown(laid_out(EM_PPC64, 64, false, little, sizeof little),
		      sizeof little, NULL, 0),
		text);
}

/* Their sizes are known, and no text: c.li a0,1; add a0,a0,a1; c.jr ra. */
TEST(risc_v_is_words)
{
	static const uint8_t text[] = { 0x05, 0x45, 0x33, 0x05,
					0xb5, 0x00, 0x82, 0x80 };
	const struct program_word ran[] = { { ADDR, 0x05334505, true } };

	assert_string_equal(
		shown(laid_out(EM_RISCV, 64, false, text, sizeof text),
		      sizeof text, ran, 1),
		"1000 .short  0x4505|1002 .word   0x00b50533|"
		"1006 .short  0x8082|");
}

/* movs r0,#1; bx lr, of which a sample has both as one word of the file. */
TEST(a_sample_of_thumb_is_the_files)
{
	static const uint8_t text[] = { 0x01, 0x20, 0x70, 0x47 };
	const struct program_word ran[] = { { ADDR, 0x47702001, true },
					    { ADDR + 2, 0, true } };

	assert_string_equal(
		shown(laid_out(EM_ARM, 32, false, text, sizeof text),
		      sizeof text, ran, 2),
		"1000 movs    r0, #1|1002 bx      lr|");
}

/* A word of memory is told apart from the file's. */
TEST(another_word_than_the_files)
{
	static const uint8_t text[] = { 0xc0, 0x03, 0x5f, 0xd6 };
	const struct program_word ran[] = { { ADDR, 0xd503201f, false } };

	assert_string_equal(
		shown(laid_out(EM_AARCH64, 64, false, text, sizeof text),
		      sizeof text, ran, 1),
		"1000 ret     |1000* nop     |");
}

TEST(a_machine_that_nobody_reads)
{
	static const uint8_t text[] = { 0, 0, 0, 0 };
	const struct program_word ran[] = { { ADDR + 2, 7, true },
					    { ADDR, 7, true } };

	assert_string_equal(
		shown(laid_out(EM_S390, 64, true, text, sizeof text),
		      sizeof text, ran, 2),
		"1000 (not read)|1002 (not read)|");
}

TEST(more_than_a_function_has)
{
	struct program *p = x86(64, x86_text, sizeof x86_text);
	struct program_code code;

	assert_false(program_code(p, ADDR, ADDR + (1 << 21) + 1, NULL, 0, &code,
				  &err));
	assert_non_null(strstr(err.text, "0x00001000 to 0x00201001 is more "
					 "than a function has"));
	program_close(p);
}
