/* SPDX-License-Identifier: MIT */

/*
 * Semihosting against a few kilobytes of pretended guest memory.  Values are
 * those of the semihosting specification; sequences are the ones newlib's
 * librdimon uses when it starts and ends a program.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "boards/src/machine/semihost.h"
#include "test.h"

enum { BASE = 0x1000, SIZE = 0x4000, BLOCK = 0x1100, TEXT = 0x1200 };

static uint8_t memory[SIZE];
static bool endless; /* memory goes on with 'y' where it ends */
static char console[SIZE + 1];
static size_t said;
static uint64_t now;
static struct semihost *s;

static bool mem_read(void *ctx, uint32_t addr, void *to, size_t n)
{
	assert_ptr_equal(ctx, memory);
	if (endless && addr >= BASE + SIZE) {
		memset(to, 'y', n);
		return true;
	}
	if (addr < BASE || addr - BASE > SIZE || n > SIZE - (addr - BASE))
		return false;
	memcpy(to, memory + (addr - BASE), n);
	return true;
}

static bool mem_write(void *ctx, uint32_t addr, const void *from, size_t n)
{
	assert_ptr_equal(ctx, memory);
	if (addr < BASE || addr - BASE > SIZE || n > SIZE - (addr - BASE))
		return false;
	memcpy(memory + (addr - BASE), from, n);
	return true;
}

static void hear(void *ctx, const void *bytes, size_t n)
{
	assert_ptr_equal(ctx, memory);
	if (endless) {
		said += n;
		return;
	}
	assert_true(n <= sizeof console - 1 - said);
	memcpy(console + said, bytes, n);
	said += n;
	console[said] = '\0';
}

static uint64_t cycles(void *ctx)
{
	assert_ptr_equal(ctx, memory);
	return now;
}

static int begin(bool wide)
{
	const struct semihost_machine m = {
		.ctx = memory,
		.read = mem_read,
		.write = mem_write,
		.console = hear,
		.cycles = cycles,
		.clock_hz = 400000000,
		.wide = wide,
		.heap_base = 0x01020304,
		.heap_limit = 0x11121314,
		.stack_base = 0x21222324,
		.stack_limit = 0x31323334,
		.command_line = "prog.elf 5",
	};

	memset(memory, 0, sizeof memory);
	endless = false;
	said = 0;
	console[0] = '\0';
	now = 0;
	s = semihost_new(&m);
	return s ? 0 : -1;
}

static int set_up(void **state)
{
	(void)state;
	return begin(false);
}

static int set_up_wide(void **state)
{
	(void)state;
	return begin(true);
}

static int tear_down(void **state)
{
	(void)state;
	semihost_free(s);
	return 0;
}

static void set_word(uint32_t addr, uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		memory[addr - BASE + i] = (uint8_t)(word >> 8 * i);
}

static uint32_t word_at(uint32_t addr)
{
	uint32_t word = 0;

	for (unsigned i = 0; i < 4; i++)
		word |= (uint32_t)memory[addr - BASE + i] << 8 * i;
	return word;
}

/* A call that goes on. */
static uint32_t call(uint32_t op, uint32_t arg)
{
	uint64_t r0 = 0xdeadbeef;
	const char *why = NULL;
	int status = -99;

	assert_int_equal(semihost_call(s, op, arg, &r0, &status, &why),
			 SEMIHOST_CONTINUE);
	return (uint32_t)r0;
}

static uint32_t call3(uint32_t op, uint32_t a, uint32_t b, uint32_t c)
{
	set_word(BLOCK, a);
	set_word(BLOCK + 4, b);
	set_word(BLOCK + 8, c);
	return call(op, BLOCK);
}

static void check_fault(uint32_t op, uint32_t arg, const char *text)
{
	uint64_t r0;
	const char *why = NULL;
	int status;

	assert_int_equal(semihost_call(s, op, arg, &r0, &status, &why),
			 SEMIHOST_FAULT);
	assert_string_equal(why, text);
}

static uint32_t open_name(const char *name, uint32_t mode)
{
	memcpy(memory + (TEXT - BASE), name, strlen(name) + 1);
	return call3(0x01, TEXT, mode, (uint32_t)strlen(name));
}

#define CASE(f) TEST_WITH(f, set_up, tear_down)

CASE(writes_to_the_console)
{
	uint32_t in = open_name(":tt", 0);
	uint32_t out = open_name(":tt", 4);
	uint32_t error = open_name(":tt", 8);

	assert_true(in != 0 && in != out && out != error && error < 100);
	memcpy(memory + (TEXT - BASE), "hello, world", 13);
	assert_int_equal(call3(0x05, out, TEXT, 5), 0);
	assert_int_equal(call3(0x05, error, TEXT + 5, 7), 0);
	assert_string_equal(console, "hello, world");
	assert_int_equal(call(0x03, TEXT), 0);
	assert_int_equal(call(0x04, TEXT + 7), 0);
	assert_string_equal(console, "hello, worldhworld");
	/* The way in is no way out. */
	assert_int_equal(call3(0x05, in, TEXT, 5), UINT32_MAX);
	assert_int_equal(call(0x13, 0), 9);
	assert_int_equal(call3(0x05, 77, TEXT, 5), UINT32_MAX);
}

CASE(long_writes)
{
	uint32_t out = open_name(":tt", 4);

	memset(memory + 0x1000, 'x', 0x2fff);
	memory[SIZE - 1] = '\0';
	assert_int_equal(call3(0x05, out, BASE + 0x1000, 0x2fff), 0);
	assert_int_equal(said, 0x2fff);
	said = 0;
	assert_int_equal(call(0x04, BASE + 0x1000), 0);
	assert_int_equal(said, 0x2fff);
	said = 0;
	/* Without an end, up to the end of memory. */
	memory[SIZE - 1] = 'x';
	check_fault(0x04, BASE + 0x1000,
		    "semihosting call 0x04 with a bad address, 0x00005000");
	said = 0;
	set_word(BLOCK, out);
	set_word(BLOCK + 4, BASE);
	set_word(BLOCK + 8, UINT32_MAX);
	check_fault(0x05, BLOCK,
		    "semihosting call 0x05 with a bad address, 0x00005000");
}

/* One call takes a MiB at most, and says how much it has left. */
CASE(writes_beyond_one_call)
{
	uint32_t out = open_name(":tt", 4);

	endless = true;
	assert_int_equal(call3(0x05, out, BASE + SIZE, 0x100000), 0);
	assert_int_equal(said, 0x100000);
	said = 0;
	assert_int_equal(call3(0x05, out, BASE + SIZE, 0x100007), 7);
	assert_int_equal(said, 0x100000);
}

CASE(reads_nothing)
{
	uint32_t in = open_name(":tt", 0), out = open_name(":tt", 4);

	assert_int_equal(call3(0x06, in, TEXT, 100), 100);
	assert_int_equal(call3(0x06, out, TEXT, 100), UINT32_MAX);
	assert_int_equal(call(0x07, 0), UINT32_MAX);
}

CASE(handles)
{
	uint32_t out = open_name(":tt", 4);

	assert_int_equal(call3(0x09, out, 0, 0), 1);
	assert_int_equal(call3(0x0c, out, 0, 0), 0);
	assert_int_equal(call3(0x0a, out, 0, 0), UINT32_MAX);
	assert_int_equal(call3(0x02, out, 0, 0), 0);
	assert_int_equal(call3(0x02, out, 0, 0), UINT32_MAX);
	assert_int_equal(call3(0x09, out, 0, 0), UINT32_MAX);
	assert_int_equal(call3(0x0c, out, 0, 0), UINT32_MAX);
	assert_int_equal(call3(0x0a, out, 0, 0), UINT32_MAX);
	assert_int_equal(call3(0x05, out, TEXT, 1), UINT32_MAX);
	assert_int_equal(call3(0x02, 0, 0, 0), UINT32_MAX);
	for (unsigned i = 0; i < 32; i++)
		assert_int_equal(open_name(":tt", 4), i + 1);
	assert_int_equal(open_name(":tt", 4), UINT32_MAX);
	assert_int_equal(call(0x13, 0), 24);
	assert_int_equal(call3(0x09, 32, 0, 0), 1);
	assert_int_equal(call3(0x09, 33, 0, 0), UINT32_MAX);
	assert_int_equal(call3(0x02, 7, 0, 0), 0);
	assert_int_equal(open_name(":tt", 4), 7);
}

CASE(keeps_the_host_out_of_reach)
{
	assert_int_equal(open_name("/etc/passwd", 0), UINT32_MAX);
	assert_int_equal(call(0x13, 0), 2);
	assert_int_equal(open_name(":t", 0), UINT32_MAX);
	assert_int_equal(open_name("", 0), UINT32_MAX);
	assert_int_equal(open_name(":tt", 12), UINT32_MAX);
	assert_int_equal(call(0x13, 0), 22);
	assert_int_equal(call3(0x01, TEXT, 0, UINT32_MAX), UINT32_MAX);
	assert_int_equal(call3(0x0d, TEXT, 1, 30), UINT32_MAX);
	assert_int_equal(call3(0x0e, TEXT, 1, 0), UINT32_MAX);
	assert_int_equal(call3(0x0f, TEXT, 1, TEXT), UINT32_MAX);
	assert_int_equal(call3(0x12, TEXT, 1, 0), UINT32_MAX);
	assert_int_equal(call3(0x08, UINT32_MAX, 0, 0), 1);
	assert_int_equal(call3(0x08, 12, 0, 0), 0);
}

/* As librdimon looks for the extensions: magic, seek, one byte. */
CASE(tells_its_features)
{
	uint32_t f = open_name(":semihosting-features", 0);

	assert_true(f != UINT32_MAX);
	assert_int_equal(call3(0x09, f, 0, 0), 0);
	assert_int_equal(call3(0x0c, f, 0, 0), 5);
	assert_int_equal(call3(0x06, f, TEXT, 4), 0);
	assert_memory_equal(memory + (TEXT - BASE), "SHFB", 4);
	assert_int_equal(call3(0x0a, f, 4, 0), 0);
	assert_int_equal(call3(0x06, f, TEXT, 3), 2); /* one of three */
	assert_int_equal(memory[TEXT - BASE], 3);
	assert_int_equal(call3(0x06, f, TEXT, 3), 3);
	assert_int_equal(call3(0x0a, f, 5, 0), 0);
	assert_int_equal(call3(0x0a, f, 6, 0), UINT32_MAX);
	assert_int_equal(call3(0x05, f, TEXT, 1), UINT32_MAX);
	assert_int_equal(open_name(":semihosting-features", 4), UINT32_MAX);
}

CASE(tells_time_by_cycles)
{
	assert_int_equal(call(0x10, 0), 0);
	assert_int_equal(call(0x11, 0), 0);
	now = 400000000ull * 7 + 399999999;
	assert_int_equal(call(0x10, 0), 799);
	assert_int_equal(call(0x11, 0), 7);
	assert_int_equal(call(0x31, 0), 400000000);
	now = 0x123456789abcdef0;
	assert_int_equal(call(0x30, TEXT), 0);
	assert_int_equal(word_at(TEXT), 0x9abcdef0);
	assert_int_equal(word_at(TEXT + 4), 0x12345678);
}

/* As crt0 does. */
CASE(starts_a_program)
{
	set_word(BLOCK, TEXT);
	assert_int_equal(call(0x16, BLOCK), 0);
	assert_int_equal(word_at(TEXT), 0x01020304);
	assert_int_equal(word_at(TEXT + 4), 0x11121314);
	assert_int_equal(word_at(TEXT + 8), 0x21222324);
	assert_int_equal(word_at(TEXT + 12), 0x31323334);
	assert_int_equal(word_at(BLOCK), TEXT);

	assert_int_equal(call3(0x15, TEXT, 255, 0), 0);
	assert_string_equal((char *)memory + (TEXT - BASE), "prog.elf 5");
	assert_int_equal(word_at(BLOCK + 4), 10);
	assert_int_equal(call3(0x15, TEXT, 11, 0), 0);
	/* No room for the NUL. */
	assert_int_equal(call3(0x15, TEXT, 10, 0), UINT32_MAX);
}

static int exit_status(uint32_t op, uint32_t arg)
{
	uint64_t r0;
	const char *why;
	int status = -99;

	assert_int_equal(semihost_call(s, op, arg, &r0, &status, &why),
			 SEMIHOST_EXIT);
	return status;
}

CASE(ends_a_program)
{
	assert_int_equal(exit_status(0x18, 0x20026), 0);
	assert_int_equal(exit_status(0x18, 0x20023), 1); /* abort() */
	set_word(BLOCK, 0x20026);
	set_word(BLOCK + 4, 3);
	assert_int_equal(exit_status(0x20, BLOCK), 3);
	set_word(BLOCK + 4, UINT32_MAX);
	assert_int_equal(exit_status(0x20, BLOCK), -1);
	set_word(BLOCK, 0x20023);
	assert_int_equal(exit_status(0x20, BLOCK), 1);
}

CASE(faults)
{
	/* Each call that follows its argument. */
	static const uint8_t pointed[] = { 0x01, 0x02, 0x03, 0x04, 0x05,
					   0x06, 0x08, 0x09, 0x0a, 0x0c,
					   0x15, 0x16, 0x20, 0x30 };
	char want[80];

	for (size_t i = 0; i < sizeof pointed; i++) {
		snprintf(want, sizeof want,
			 "semihosting call 0x%02x with a bad address, "
			 "0xfffffff0",
			 pointed[i]);
		check_fault(pointed[i], 0xfffffff0, want);
	}
	check_fault(0x99, 0, "semihosting call 0x99, which does not exist");
	check_fault(0x14, 0, "semihosting call 0x14, which does not exist");
	/* And those whose block points on. */
	set_word(BLOCK, 0x10);
	check_fault(0x16, BLOCK,
		    "semihosting call 0x16 with a bad address, 0x00000010");
	set_word(BLOCK + 4, 255);
	check_fault(0x15, BLOCK,
		    "semihosting call 0x15 with a bad address, 0x00000010");
	set_word(BLOCK + 4, 0);
	set_word(BLOCK + 8, 3);
	check_fault(0x01, BLOCK,
		    "semihosting call 0x01 with a bad address, 0x00000010");
}

static void set_wide(uint32_t addr, uint64_t value)
{
	set_word(addr, (uint32_t)value);
	set_word(addr + 4, (uint32_t)(value >> 32));
}

/* Fields of 64 bits; SYS_EXIT has a block too [Semihosting 2.0, 6.5]. */
TEST_WITH(fields_of_64_bits, set_up_wide, tear_down)
{
	uint64_t r0 = 0;
	const char *why = NULL;
	int status = -99;

	set_wide(BLOCK, 0x20026);
	set_wide(BLOCK + 8, 42);
	assert_int_equal(exit_status(0x18, BLOCK), 42);
	assert_int_equal(exit_status(0x20, BLOCK), 42);
	set_wide(BLOCK, 0x20023);
	assert_int_equal(exit_status(0x18, BLOCK), 1);
	memcpy(memory + (TEXT - BASE), ":tt", 4);
	set_wide(BLOCK, TEXT);
	set_wide(BLOCK + 8, 4);
	set_wide(BLOCK + 16, 3);
	assert_int_equal(call(0x01, BLOCK), 1);
	set_wide(BLOCK, 9); /* no handle: -1 in all of the register */
	assert_int_equal(semihost_call(s, 0x02, BLOCK, &r0, &status, &why),
			 SEMIHOST_CONTINUE);
	assert_true(r0 == UINT64_MAX);
	set_wide(BLOCK, BLOCK + 32);
	call(0x16, BLOCK);
	assert_int_equal(word_at(BLOCK + 32), 0x01020304);
	assert_int_equal(word_at(BLOCK + 36), 0);
	assert_int_equal(word_at(BLOCK + 40), 0x11121314);
	assert_int_equal(word_at(BLOCK + 56), 0x31323334);
	set_wide(BLOCK, UINT64_C(1) << 32 | TEXT); /* beyond 4 GiB */
	check_fault(0x16, BLOCK,
		    "semihosting call 0x16 with a bad address, 0x100001200");
}
