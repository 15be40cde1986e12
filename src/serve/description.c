/* SPDX-License-Identifier: MIT */
/*
 * Describes a target's registers to GDB: "Debugging with GDB", appendix G,
 * standard features of ARM, AArch64 and PowerPC.
 */
#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "program/program.h"
#include "serve/inner.h"

static const struct serve_core cores[] = {
	{ .machine = EM_ARM,
	  .architecture = "arm",
	  .feature = "org.gnu.gdb.arm.core",
	  .general = "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 sp lr",
	  .general_bits = 32,
	  .special = { { "pc", 32, SERVE_PC, 0 },
		       { "cpsr", 32, SERVE_STATE, 0 } } },
	{ .machine = EM_AARCH64,
	  .architecture = "aarch64",
	  .feature = "org.gnu.gdb.aarch64.core",
	  .general = "x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 "
		     "x16 x17 x18 x19 x20 x21 x22 x23 x24 x25 x26 x27 x28 x29 "
		     "x30 sp",
	  .general_bits = 64,
	  .special = { { "pc", 64, SERVE_PC, 0 },
		       { "cpsr", 32, SERVE_STATE, 0 } } },
	{ .machine = EM_PPC,
	  .architecture = "powerpc:common",
	  .feature = "org.gnu.gdb.power.core",
	  .general = "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 "
		     "r16 r17 r18 r19 r20 r21 r22 r23 r24 r25 r26 r27 r28 r29 "
		     "r30 r31",
	  .general_bits = 32,
	  .special = { { "pc", 32, SERVE_PC, 0 },
		       { "msr", 32, SERVE_STATE, 0 },
		       { "cr", 32, SERVE_MORE, 0 },
		       { "lr", 32, SERVE_MORE, 1 },
		       { "ctr", 32, SERVE_MORE, 2 },
		       { "xer", 32, SERVE_MORE, 3 } } },
};

const struct serve_core *serve_core_of(const struct program *p)
{
	for (size_t i = 0; p && i < sizeof cores / sizeof *cores; i++)
		if (cores[i].machine == p->machine)
			return &cores[i];
	return NULL;
}

static unsigned general_count(const struct serve_core *core)
{
	unsigned count = 1;

	for (const char *at = core->general; *at; at++)
		count += *at == ' ';
	return count;
}

unsigned serve_core_registers(const struct serve_core *core)
{
	unsigned count = general_count(core);

	for (const struct serve_special *s = core->special; s->name; s++)
		count++;
	return count;
}

uint64_t *serve_core_value(const struct serve_core *core, struct target_core *c,
			   unsigned number, unsigned *bits)
{
	unsigned general = general_count(core);
	const struct serve_special *s;

	if (number < general) {
		*bits = core->general_bits;
		return &c->r[number];
	}
	s = &core->special[number - general];
	*bits = s->bits;
	switch (s->where) {
	case SERVE_PC:
		return &c->pc;
	case SERVE_STATE:
		return &c->state;
	case SERVE_MORE:
		break;
	}
	return &c->more[s->more];
}

static void put_core(FILE *to, const struct serve_core *core)
{
	fprintf(to, "<feature name=\"%s\">\n", core->feature);
	for (const char *at = core->general; *at;) {
		int size = (int)strcspn(at, " ");

		fprintf(to, "<reg name=\"%.*s\" bitsize=\"%u\"/>\n", size, at,
			core->general_bits);
		at += size;
		at += strspn(at, " ");
	}
	for (const struct serve_special *s = core->special; s->name; s++)
		fprintf(to, "<reg name=\"%s\" bitsize=\"%u\"%s/>\n", s->name,
			s->bits,
			s->where == SERVE_PC ? " type=\"code_ptr\"" : "");
	fprintf(to, "</feature>\n");
}

char *serve_description(const struct serve_core *core,
			const struct serve_monitor_register *reg, unsigned regs)
{
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	if (!to)
		return NULL;
	fprintf(to,
		"<?xml version=\"1.0\"?>\n"
		"<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
		"<target version=\"1.0\">\n"
		"<architecture>%s</architecture>\n",
		core->architecture);
	put_core(to, core);
	fprintf(to, "<feature name=\"org.tally.monitors\">\n");
	/* Reading some has effects, so that nobody reads them unasked. */
	for (unsigned i = 0; i < regs; i++)
		fprintf(to,
			"<reg name=\"%s\" bitsize=\"%u\" group=\"%s\" "
			"save-restore=\"no\"/>\n",
			reg[i].name, reg[i].reg.bits,
			reg[i].again ? "again" : "monitor");
	fprintf(to, "</feature>\n</target>\n");
	if (memory_stream_end(to, &text)) {
		free(text);
		return NULL;
	}
	return text;
}

/* ---- the memory ---------------------------------------------------------- */

/* GDB accesses nothing that is in no area.  Where the core's addresses are not
 * the memory's own, something may be in between; GDB is to try. */
static void put_area(FILE *to, bool read_only, uint64_t from, uint64_t end)
{
	if (from < end)
		fprintf(to,
			"<memory type=\"%s\" start=\"0x%" PRIx64
			"\" length=\"0x%" PRIx64 "\"/>\n",
			read_only ? "rom" : "ram", from, end - from);
}

/* The area with the least base from `from` on; NULL: there is none. */
static const struct target_area *next_area(const struct target_facts *f,
					   uint64_t from)
{
	const struct target_area *next = NULL;

	for (unsigned i = 0; i < f->areas; i++)
		if (f->area[i].base >= from &&
		    (!next || f->area[i].base < next->base))
			next = &f->area[i];
	return next;
}

char *serve_memory_map(const struct target_facts *facts)
{
	const struct target_area *area;
	uint64_t at = 0;
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	if (!to)
		return NULL;
	fprintf(to, "<?xml version=\"1.0\"?>\n"
		    "<!DOCTYPE memory-map PUBLIC \"+//IDN gnu.org//DTD GDB "
		    "Memory Map V1.0//EN\" "
		    "\"http://sourceware.org/gdb/gdb-memory-map.dtd\">\n"
		    "<memory-map>\n");
	while ((area = next_area(facts, at))) {
		put_area(to, false, at, area->base);
		at = area->base + area->size;
		put_area(to, area->read_only, area->base, at);
	}
	put_area(to, false, at, UINT64_C(1) << 32);
	fprintf(to, "</memory-map>\n");
	if (memory_stream_end(to, &text)) {
		free(text);
		return NULL;
	}
	return text;
}
