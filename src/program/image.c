/* SPDX-License-Identifier: MIT */
/* ELF files of code that needs no compiler. */
#include "program/image.h"

#include <elf.h>
#include <stdlib.h>
#include <unistd.h>

/* Machines, of which one that is not here is the first: that of a core whose
 * own monitor is in memory. */
static const struct kind {
	uint16_t machine;
	bool wide, big;
	uint32_t flags;
	uint32_t loop[PROGRAM_LOOP]; /* nothing; a branch to it */
} kinds[] = {
	{ EM_ARM, false, false, EF_ARM_EABI_VER5, { 0xe1a00000, 0xeafffffd } },
	{ EM_AARCH64, true, false, 0, { 0xd503201f, 0x17ffffff } },
	{ EM_PPC, false, true, 0, { 0x60000000, 0x4bfffffc } },
};

static const struct kind *kind_of(uint16_t machine)
{
	for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (kinds[i].machine == machine)
			return &kinds[i];
	return kinds;
}

const uint32_t *program_image_loop(uint16_t machine)
{
	return kind_of(machine)->loop;
}

struct image {
	const struct kind *kind;
	size_t words;
	uint8_t *byte;
	size_t bytes;
};

static void put(struct image *m, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		m->byte[m->bytes++] =
			(uint8_t)(value >>
				  8 * (m->kind->big ? bytes - 1 - i : i));
}

static void put_header(struct image *m, uint64_t entry)
{
	const unsigned word = m->kind->wide ? 8 : 4;
	const unsigned head =
		m->kind->wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);
	const uint8_t first[] = { ELFMAG0,
				  ELFMAG1,
				  ELFMAG2,
				  ELFMAG3,
				  m->kind->wide ? ELFCLASS64 : ELFCLASS32,
				  m->kind->big ? ELFDATA2MSB : ELFDATA2LSB,
				  EV_CURRENT };

	for (unsigned i = 0; i < EI_NIDENT; i++)
		put(m, i < sizeof first ? first[i] : 0, 1);
	put(m, ET_EXEC, 2);
	put(m, m->kind->machine, 2);
	put(m, EV_CURRENT, 4);
	put(m, entry, word);
	put(m, head, word);
	put(m, 0, word); /* no sections */
	put(m, m->kind->flags, 4);
	put(m, head, 2);
	put(m, m->kind->wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr), 2);
	put(m, 1, 2);
	put(m, 0, 2);
	put(m, 0, 2);
	put(m, 0, 2);
}

static void put_segment(struct image *m, uint64_t addr)
{
	const unsigned word = m->kind->wide ? 8 : 4;
	const size_t at = m->kind->wide
				  ? sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr)
				  : sizeof(Elf32_Ehdr) + sizeof(Elf32_Phdr);

	put(m, PT_LOAD, 4);
	if (m->kind->wide)
		put(m, PF_R | PF_X, 4);
	put(m, at, word);
	put(m, addr, word);
	put(m, addr, word);
	put(m, 4 * m->words, word);
	put(m, 4 * m->words, word);
	if (!m->kind->wide)
		put(m, PF_R | PF_X, 4);
	put(m, 4, word);
}

bool program_image_write(int fd, uint16_t machine, uint64_t at,
			 const uint32_t *code, size_t words)
{
	struct image m = { .kind = kind_of(machine), .words = words };
	bool good;

	m.byte = malloc(sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr) + 4 * words);
	if (!m.byte)
		return false;
	put_header(&m, at);
	put_segment(&m, at);
	for (size_t i = 0; i < words; i++)
		put(&m, code[i], 4);
	good = write(fd, m.byte, m.bytes) == (ssize_t)m.bytes;
	free(m.byte);
	return good;
}
