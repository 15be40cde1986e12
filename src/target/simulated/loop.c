/* SPDX-License-Identifier: MIT */
/* The loop that runs on a board for which nobody names a program. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "target/simulated/board.h"

#include <elf.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "boards/src/board.h"
#include "catalog/catalog.h"
#include "space/space.h"
#include "target/target.h"

/* An architecture, as far as the file goes by it. */
struct loop_kind {
	uint16_t machine;
	uint8_t wide, big; /* 64 bits; big-endian */
	uint32_t flags;
	uint32_t code[2]; /* nothing; a branch to it */
};

static const struct loop_kind kinds[] = {
	/* The first is that of a core whose own monitor is in memory. */
	{ EM_ARM, 0, 0, EF_ARM_EABI_VER5, { 0xe1a00000, 0xeafffffd } },
	{ EM_AARCH64, 1, 0, 0, { 0xd503201f, 0x17ffffff } },
	{ EM_PPC, 0, 1, 0, { 0x60000000, 0x4bfffffc } },
};

/* The core's own monitor tells which it is. */
static const struct loop_kind *kind_of(const struct board_info *info)
{
	struct error ignored;
	const struct catalog_monitor *m =
		catalog_monitor(info->monitor[0], &ignored);

	const struct space *space =
		space_of(m ? m->monitor->counter[0].reg.space : TALLY_MMIO);

	for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (space && kinds[i].machine == space->machine)
			return &kinds[i];
	return kinds;
}

/* Behind vectors, and before what a boot loader keeps at the end of RAM. */
static uint64_t place_of(const struct board_info *info)
{
	enum { BEHIND = 0x80000 };
	struct board_area area[BOARD_AREAS];
	const unsigned areas = board_areas(info, area);
	struct board_area most = { 0 };

	for (unsigned i = 0; i < areas; i++)
		if (!area[i].read_only && area[i].size > most.size)
			most = area[i];
	return most.base + BEHIND;
}

struct image {
	const struct loop_kind *kind;
	uint8_t byte[sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr) + 8];
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
	const struct loop_kind *k = m->kind;
	const unsigned word = k->wide ? 8 : 4;
	const unsigned head = k->wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);
	const uint8_t first[] = { ELFMAG0,
				  ELFMAG1,
				  ELFMAG2,
				  ELFMAG3,
				  k->wide ? ELFCLASS64 : ELFCLASS32,
				  k->big ? ELFDATA2MSB : ELFDATA2LSB,
				  EV_CURRENT };

	for (unsigned i = 0; i < EI_NIDENT; i++)
		put(m, i < sizeof first ? first[i] : 0, 1);
	put(m, ET_EXEC, 2);
	put(m, k->machine, 2);
	put(m, EV_CURRENT, 4);
	put(m, entry, word);
	put(m, head, word);
	put(m, 0, word); /* no sections */
	put(m, k->flags, 4);
	put(m, head, 2);
	put(m, k->wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr), 2);
	put(m, 1, 2);
	put(m, 0, 2);
	put(m, 0, 2);
	put(m, 0, 2);
}

static void put_segment(struct image *m, uint64_t addr)
{
	const bool wide = m->kind->wide;
	const unsigned word = wide ? 8 : 4;
	const size_t at = wide ? sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr)
			       : sizeof(Elf32_Ehdr) + sizeof(Elf32_Phdr);

	put(m, PT_LOAD, 4);
	if (wide)
		put(m, PF_R | PF_X, 4);
	put(m, at, word);
	put(m, addr, word);
	put(m, addr, word);
	put(m, sizeof m->kind->code, word);
	put(m, sizeof m->kind->code, word);
	if (!wide)
		put(m, PF_R | PF_X, 4);
	put(m, 4, word);
}

bool target_board_loop(struct target *t, struct error *err)
{
	const struct board_info *info = target_board_info(t);
	struct image m = { .kind = kind_of(info) };
	const uint64_t at = place_of(info);
	const int fd = memfd_create("loop", MFD_CLOEXEC);
	char path[32];
	bool good;

	put_header(&m, at);
	put_segment(&m, at);
	put(&m, m.kind->code[0], 4);
	put(&m, m.kind->code[1], 4);
	good = (fd >= 0 && write(fd, m.byte, m.bytes) == (ssize_t)m.bytes) ||
	       error_set(err, "no program could be made for %s", info->title);
	(void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	good = good && target_load(t, path, err);
	if (fd >= 0)
		(void)close(fd);
	return good;
}
