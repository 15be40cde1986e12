/* SPDX-License-Identifier: MIT */
/*
 * A register of 64 bits on a core whose registers have 32: by its two halves,
 * or the lower one where there is no other.
 */
#include <inttypes.h>

#include "script/as_c.h"

static void half_read(FILE *to, const struct space *space, uint32_t addr,
		      const char *indent, const char *into)
{
	char text[2 * SCRIPT_NAME];

	fprintf(to, "%s__asm__ volatile(\"%s\" : \"=r\"(%s) : : \"memory\");\n",
		indent, space_put(text, sizeof text, space->c.read, addr),
		into);
}

static void half_write(FILE *to, const struct space *space, uint32_t addr,
		       const char *value)
{
	char text[2 * SCRIPT_NAME];

	fprintf(to, "\t__asm__ volatile(\"%s\" : : \"r\"(%s) : \"memory\");\n",
		space_put(text, sizeof text, space->c.write, addr), value);
}

/* The upper half is the same before and behind the lower one. */
static void put_two_reads(FILE *to, const struct space *space, uint32_t addr)
{
	const uint32_t upper = addr + space_half(space, addr);

	if (upper == addr) {
		fputs("\tuint32_t low;\n\n", to);
		half_read(to, space, addr, "\t", "low");
		fputs("\treturn low;\n", to);
		return;
	}
	fputs("\tuint32_t low, high, again;\n\n\tdo {\n", to);
	half_read(to, space, upper, "\t\t", "high");
	half_read(to, space, addr, "\t\t", "low");
	half_read(to, space, upper, "\t\t", "again");
	fputs("\t} while (high != again);\n"
	      "\treturn (uint64_t)high << 32 | low;\n",
	      to);
}

/* The lower half is 0 while the upper one is written: it carries nothing. */
static void put_two_writes(FILE *to, const struct space *space, uint32_t addr)
{
	const uint32_t upper = addr + space_half(space, addr);

	if (upper != addr) {
		half_write(to, space, addr, "UINT32_C(0)");
		half_write(to, space, upper, "(uint32_t)(value >> 32)");
	}
	half_write(to, space, addr, "(uint32_t)value");
}

void script_c_halves(FILE *to, const char *prefix, const char *reg,
		     const struct space *space, uint32_t addr, bool write)
{
	fputs("#if __SIZEOF_POINTER__ == 4\n", to);
	fprintf(to, "static inline %s %s_%s_%s(%s)\n{\n",
		write ? "void" : "uint64_t", prefix, write ? "write" : "read",
		reg, write ? "uint64_t value" : "void");
	if (write)
		put_two_writes(to, space, addr);
	else
		put_two_reads(to, space, addr);
	fputs("}\n#else\n", to);
}
