/* SPDX-License-Identifier: MIT */
/* A monitor's rows as C, and the code of known counts as assembler. */
#include <inttypes.h>
#include <string.h>

#include "catalog/errata.h"
#include "catalog/names.h"
#include "catalog/zeroing.h"
#include "proof/inner.h"

void kit_put_monitor(FILE *to, const struct catalog_monitor *m)
{
	char name[80], way[16];
	const char *ways = m->native;

	name_word(m->name, name, sizeof name);
	(void)catalog_word(&ways, way, sizeof way);
	fprintf(to,
		"/* SPDX-License-Identifier: MIT */\n"
		"/* Made by `tally prove -m %s --out`. */\n"
		"#include \"tally_%s.h\"\n\n"
		"#define PROOF_MONITOR tally_%s\n"
		"#define PROOF_BUS     TALLY_BUS_%s\n"
		"#define PROOF_NAME    \"%s\"\n"
		"#define PROOF_VERSION \"" TALLY_VERSION "\"\n"
		"#ifndef PROOF_WHERE\n"
		"#define PROOF_WHERE \"elsewhere\"\n"
		"#endif\n\n"
		"enum { PROOF_STEPS = %u, PROOF_KINDS = %u, "
		"PROOF_INCREMENTS = %u };\n",
		m->name, name, name, way, m->name, m->monitor->steps,
		KNOWN_KINDS, KNOWN_INCREMENTS);
}

static void put_reg(FILE *to, struct tally_reg reg)
{
	fprintf(to, "{ 0x%" PRIx32 ", %u, %u }", reg.addr, reg.space, reg.bits);
}

static void put_event_rows(FILE *to, const struct catalog_monitor *m)
{
	fputs("const struct proof_event proof_events[] = {\n", to);
	for (enum doctor_kind k = 0; k < KNOWN_KINDS; k++) {
		const struct catalog_event *e = doctor_known_event(m, k);

		if (e)
			fprintf(to, "\t{ \"%s\", 0x%x, %u },\n", e->name,
				e->code, (unsigned)k);
	}
	fputs("};\n", to);
}

static void put_pieces(FILE *to, const struct doctor_known *known)
{
	for (unsigned i = 0; i < KNOWN_PIECES; i++)
		if (known->piece[i].from != known->piece[i].to)
			fprintf(to,
				"extern proof_code proof_piece%u, "
				"proof_piece%u_empty;\n",
				i, i);
	fputs("const struct proof_piece proof_pieces[] = {\n", to);
	for (unsigned i = 0; i < KNOWN_PIECES; i++) {
		if (known->piece[i].from == known->piece[i].to)
			continue;
		fprintf(to, "\t{ \"%s\", {", doctor_pieces[i].name);
		for (enum doctor_kind k = 0; k < KNOWN_KINDS; k++)
			fprintf(to, "%s%u", k ? ", " : " ",
				doctor_pieces[i].count[k]);
		fprintf(to, " },\n\t  proof_piece%u, proof_piece%u_empty },\n",
			i, i);
	}
	fputs("};\n", to);
}

static void put_zeroings(FILE *to, const struct catalog_monitor *m)
{
	fputs("const struct proof_zeroing proof_zeroings[] = {\n", to);
	for (unsigned i = 0; i < m->zeroings; i++) {
		const struct catalog_zeroing *z = &m->zeroing[i];
		struct tally_reg reg = { 0 };
		uint64_t bits = 0, counters = 0;

		catalog_zeroing_at(m, z, &reg, &bits);
		for (unsigned n = 0; n < m->monitor->counters && n < 64; n++)
			if (catalog_about(z->counters, m->counter[n].name))
				counters |= UINT64_C(1) << n;
		fprintf(to, "\t{ \"%s.%s\", ", z->reg, z->field);
		put_reg(to, reg);
		fprintf(to,
			", UINT64_C(0x%" PRIx64 "), UINT64_C(0x%" PRIx64
			") },\n",
			bits, counters);
	}
	if (!m->zeroings)
		fputs("\t{ \"\", { 0, 0, 0 }, 0, 0 },\n", to);
	fprintf(to, "};\nconst unsigned proof_zeroing_count = %u;\n",
		m->zeroings);
}

/* The register that keeps a counter from counting, and its bits. */
static bool inhibit(const struct catalog_monitor *m, unsigned counter,
		    struct tally_reg *reg, uint64_t *bits, bool *added)
{
	const struct catalog_register *r =
		catalog_register(m, "PMCNTENCLR", NULL);
	char local[24];

	*added = false;
	*bits = UINT64_C(1)
		<< (m->monitor->counter[counter].fixed ? 31 : counter);
	if (!r)
		r = catalog_register(m, "PMCNTENCLR_EL0", NULL);
	if (!r) {
		snprintf(local, sizeof local, "PMLCa%u", counter);
		r = catalog_register(m, local, NULL);
		*added = true;
		*bits = UINT64_C(1) << 31; /* FC */
	}
	if (r)
		*reg = r->reg;
	return r != NULL;
}

static void put_inhibits(FILE *to, const struct catalog_monitor *m)
{
	struct tally_reg reg = { 0 };
	unsigned count = 0;
	uint64_t bits;
	bool added;

	fputs("const struct proof_inhibit proof_inhibits[] = {\n", to);
	for (unsigned i = 0; i < m->monitor->counters && i < 32; i++) {
		if (!inhibit(m, i, &reg, &bits, &added))
			continue;
		fputs("\t{ ", to);
		put_reg(to, reg);
		fprintf(to, ", UINT64_C(0x%" PRIx64 "), %s },\n", bits,
			added ? "true" : "false");
		count++;
	}
	if (!count)
		fputs("\t{ { 0, 0, 0 }, 0, false },\n", to);
	fprintf(to, "};\nconst unsigned proof_inhibit_count = %u;\n", count);
}

static void put_place(FILE *to, const char *name, const struct tally_reg *reg)
{
	static const struct tally_reg none;

	fprintf(to, "const struct tally_reg %s = ", name);
	put_reg(to, reg ? *reg : none);
	fputs(";\n", to);
}

void kit_put_rows(FILE *to, const struct catalog_monitor *m,
		  const struct doctor_known *known)
{
	const struct catalog_register *r = catalog_register(m, "PMSWINC", NULL);
	struct tally_reg id;

	if (!r)
		r = catalog_register(m, "PMSWINC_EL0", NULL);
	fprintf(to,
		"/* SPDX-License-Identifier: MIT */\n"
		"/* Made by `tally prove -m %s --out`: what its rows say. */\n"
		"#include \"proof.h\"\n\n",
		m->name);
	put_event_rows(to, m);
	put_pieces(to, known);
	fputs("const unsigned proof_event_count =\n"
	      "\tsizeof proof_events / sizeof proof_events[0];\n"
	      "const unsigned proof_piece_count =\n"
	      "\tsizeof proof_pieces / sizeof proof_pieces[0];\n",
	      to);
	put_zeroings(to, m);
	put_inhibits(to, m);
	kit_put_more(to, m);
	kit_put_errata(to, m);
	kit_put_ahead(to, m);
	put_place(to, "proof_increment", r ? &r->reg : NULL);
	put_place(to, "proof_identity", catalog_main_id(m, &id) ? &id : NULL);
}

/* ---- the code ------------------------------------------------------------ */

static void put_words(FILE *to, const struct kit_machine *machine,
		      const struct doctor_known *known, unsigned from,
		      unsigned end)
{
	for (unsigned i = from; i < end; i++)
		fprintf(to, "\t%s\t0x%08" PRIx32 "\n", machine->word,
			known->code[i]);
}

static void put_function(FILE *to, const struct kit_machine *machine,
			 const struct doctor_known *known, unsigned piece,
			 bool empty)
{
	const unsigned from = known->piece[piece].from;
	/* A kit gives the words' address: their place is no code's. */
	const bool given = doctor_pieces[piece].count[KNOWN_LOADS] ||
			   doctor_pieces[piece].count[KNOWN_STORES];
	char name[32];

	snprintf(name, sizeof name, "proof_piece%u%s", piece,
		 empty ? "_empty" : "");
	fprintf(to, "\n\t.global\t%s\n\t.type\t%s, %%function\n%s:\n%s", name,
		name, name, machine->begin);
	if (!given)
		put_words(to, machine, known, known->piece[piece].before, from);
	if (!empty)
		put_words(to, machine, known, from, known->piece[piece].to);
	fprintf(to, "%s\t.size\t%s, . - %s\n", machine->end, name, name);
}

void kit_put_pieces(FILE *to, const struct kit_machine *machine,
		    const struct doctor_known *known)
{
	fprintf(to,
		"/* SPDX-License-Identifier: MIT */\n"
		"/* Made by Tally: code of known counts, and what stands "
		"around it alone. */\n%s\t.text\n\t.balign\t4\n",
		!strcmp(machine->suffix, "arm") ? "\t.syntax\tunified\n\t.arm\n"
						: "");
	for (unsigned i = 0; i < KNOWN_PIECES; i++) {
		if (known->piece[i].from == known->piece[i].to)
			continue;
		fprintf(to, "\n/* %s */", doctor_pieces[i].name);
		put_function(to, machine, known, i, false);
		put_function(to, machine, known, i, true);
	}
}
