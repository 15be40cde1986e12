/* SPDX-License-Identifier: MIT */
/* Rows of spaces of registers, and what is asked of one. */
#include "space/space.h"

#include <elf.h>
#include <string.h>

static const struct space spaces[] = {
#define SPACE(WORD, text, elf, widest, ...)                                    \
	{ .word = #text,                                                       \
	  .machine = (elf),                                                    \
	  .number = TALLY_##WORD,                                              \
	  .bits = (widest),                                                    \
	  __VA_ARGS__ },
#include "space/spaces.def"
};

enum { SPACES = sizeof spaces / sizeof spaces[0] };

const struct space *space_nth(unsigned n)
{
	return n < SPACES ? &spaces[n] : NULL;
}

const struct space *space_of(unsigned number)
{
	for (unsigned i = 0; i < SPACES; i++)
		if (spaces[i].number == number)
			return &spaces[i];
	return NULL;
}

const struct space *space_of_reg(const struct tally_reg *reg)
{
	for (unsigned i = 0; i < SPACES; i++)
		if (spaces[i].pair && spaces[i].number == reg->space &&
		    (reg->addr & spaces[i].pair) == spaces[i].pair)
			return &spaces[i];
	return space_of(reg->space);
}

const struct space *space_named(const char *word)
{
	for (unsigned i = 0; i < SPACES; i++)
		if (strcmp(spaces[i].word, word) == 0)
			return &spaces[i];
	return NULL;
}

uint32_t space_half(const struct space *s, uint32_t addr)
{
	const unsigned count = sizeof s->halves / sizeof s->halves[0];

	for (unsigned i = 0; i < count; i++)
		if (addr >= s->halves[i].first && addr <= s->halves[i].last)
			return s->halves[i].far;
	return 0;
}

/* The ways, by enum space_way. */
static const struct {
	const char *name;
	size_t offset;
} ways[] = {
	[SPACE_C] = { "C", offsetof(struct space, c) },
	[SPACE_GDB] = { "GDB", offsetof(struct space, gdb) },
	[SPACE_OPENOCD] = { "OpenOCD", offsetof(struct space, openocd) },
	[SPACE_PRACTICE] = { "PRACTICE", offsetof(struct space, practice) },
};

const struct space_access *space_way(const struct tally_reg *reg,
				     enum space_way way, const char *name,
				     const char *whose, struct error *err)
{
	const struct space *s = space_of_reg(reg);
	const struct space_access *a;

	if (!s) {
		error_set(err,
			  "%s of %s is in space %u, of which "
			  "src/space/spaces.def has no row",
			  name, whose, reg->space);
		return NULL;
	}
	a = (const struct space_access *)((const char *)s + ways[way].offset);
	if (a->read || (s->memory && !a->no))
		return a;
	error_set(err, "%s of %s is a %s: %s", name, whose, s->name,
		  a->no ? a->no
			: "its row in src/space/spaces.def has no way for it");
	return NULL;
}
