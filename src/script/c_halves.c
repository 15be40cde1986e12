/* SPDX-License-Identifier: MIT */
/* A register of 64 bits on a core whose registers have 32, by its two halves.
 */
#include <inttypes.h>

#include "script/as_c.h"

/* One instruction on a half, of which `value` is the name in C. */
static void put_half(FILE *to, const char *pattern, uint32_t addr,
		     const char *value, bool write)
{
	char text[2 * SCRIPT_NAME];

	space_put(text, sizeof text, pattern, addr);
	if (write)
		fprintf(to,
			"\t__asm__ volatile(\"%s\" : : \"r\"(%s) : "
			"\"memory\");\n",
			text, value);
	else
		fprintf(to,
			"\t\t__asm__ volatile(\"%s\" : \"=r\"(%s) : : "
			"\"memory\");\n",
			text, value);
}

/* The upper half is the same before and behind the lower one. */
static void put_two_reads(FILE *to, const struct space *space, uint32_t addr)
{
	const char *read = space->c.read;

	fputs("\tuint32_t low, high, again;\n\n\tdo {\n", to);
	put_half(to, read, addr + space->half, "high", false);
	put_half(to, read, addr, "low", false);
	put_half(to, read, addr + space->half, "again", false);
	fputs("\t} while (high != again);\n"
	      "\treturn (uint64_t)high << 32 | low;\n",
	      to);
}

/* The lower half is 0 while the upper one is written: it carries nothing. */
static void put_two_writes(FILE *to, const struct space *space, uint32_t addr)
{
	const char *write = space->c.write;

	put_half(to, write, addr, "UINT32_C(0)", true);
	put_half(to, write, addr + space->half, "(uint32_t)(value >> 32)",
		 true);
	put_half(to, write, addr, "(uint32_t)value", true);
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
