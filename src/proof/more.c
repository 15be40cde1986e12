/* SPDX-License-Identifier: MIT */
/* Events of a kit beyond those of known code, and errata: rows of its C. */
#include <string.h>

#include "catalog/errata.h"
#include "proof/inner.h"
#include "proof/kit.h"
#include "proof/kit/proof_code.h"

/* The enumerators of proof.h, and what monitors call such an event. */
static const struct {
	const char *kind;
	const char *name[5];
} events[] = {
	{ "MORE_CALLS", { "proc_call_exec" } },
	{ "MORE_POPS", { "proc_ret_exec" } },
	{ "MORE_RETURNS", { "BR_RETURN_RETIRED" } },
	{ "MORE_TAKEN", { "PC_WRITE_RETIRED" } },
	{ "MORE_IMMEDIATE", { "BR_IMMED_RETIRED" } },
	{ "MORE_EXCEPTIONS", { "EXC_TAKEN", "INTERRUPTS_TAKEN" } },
	{ "MORE_EXCEPTION_RETURNS", { "EXC_RETURN" } },
	{ "MORE_SUPERVISOR", { "EXC_SVC", "SC_TRAP_INT" } },
	{ "MORE_CONTEXTS", { "CID_WRITE_RETIRED" } },
	{ "MORE_TABLES", { "TTBR_WRITE_RETIRED" } },
	{ "MORE_STORES", { "ST_RETIRED" } },
	{ "MORE_D_ACCESSES",
	  { "dcache_access_cacheable", "dcache_access", "L1D_CACHE" } },
	{ "MORE_D_MISSES",
	  { "dcache_miss", "L1D_CACHE_REFILL", "DL1_RELOADS" } },
	{ "MORE_D_PAGES", { "dtlb_miss", "L1D_TLB_REFILL" } },
	{ "MORE_I_MISSES",
	  { "icache_miss", "L1I_CACHE_REFILL", "IL1_RELOADS" } },
	{ "MORE_I_PAGES", { "itlb_miss", "L1I_TLB_REFILL" } },
	{ "MORE_PAGES", { "main_tlb_miss" } },
	{ "MORE_MISPREDICTED",
	  { "br_mispredict", "branch_miss", "BR_MIS_PRED",
	    "BR_MIS_PRED_RETIRED", "BRANCH_MISPREDICTED" } },
	{ "MORE_UNALIGNED", { "UNALIGNED_LDST_RETIRED" } },
	{ "MORE_WRITE_BACKS",
	  { "dcache_wback", "dcache_write_back", "L1D_CACHE_WB",
	    "DL1_CASTOUTS" } },
};

/* Its pieces of code, and the call that ends each at EL0. */
enum how { EXACT, BOUNDED, TWICE };
#define NO_MOST                  UINT32_MAX
#define BOUND(kind, least, most) { #kind, least, most },
#define PIECE(name, code, empty, how, erratum, ...)                            \
	{ name, how, { __VA_ARGS__ } },
static const struct {
	const char *name;
	enum how how;
	struct {
		const char *kind;
		uint32_t least, most;
	} bound[8];
} pieces[] = {
#include "proof/kit/proof_more.def"
	{ "a call at EL0, at EL0 alone",
	  BOUNDED,
	  { { "MORE_EXCEPTIONS", 0, 1 } } },
};

/* Cores whose manuals have no hardware at the first level that fetches ahead.
 */
static bool fetches_ahead(const struct catalog_monitor *m)
{
	static const char *const none[] = { "arm11", "pxa2",      "i80200",
					    "xsc",   "cortex-a8", "e500" };

	for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
		if (!strncmp(m->name, none[i], strlen(none[i])))
			return false;
	return true;
}

/* Is the event of that kind? */
static bool is_of(const struct catalog_monitor *m,
		  const struct catalog_event *e, const char *kind)
{
	for (unsigned i = 0; i < sizeof events / sizeof events[0]; i++)
		for (unsigned n = 0; n < 5 && events[i].name[n]; n++)
			if (!strcmp(events[i].kind, kind) &&
			    catalog_event_named(m, events[i].name[n]) == e)
				return true;
	return false;
}

enum kit_counts kit_counts(const struct catalog_monitor *m,
			   const struct catalog_event *e, const char *piece,
			   size_t size, uint64_t *least, uint64_t *most)
{
	for (unsigned i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
		if (strlen(pieces[i].name) != size ||
		    strncmp(pieces[i].name, piece, size) != 0)
			continue;
		for (unsigned b = 0; b < 8 && pieces[i].bound[b].kind; b++) {
			if (!is_of(m, e, pieces[i].bound[b].kind))
				continue;
			*least = pieces[i].bound[b].least;
			*most = pieces[i].bound[b].most;
			/* Of misses a walk says nothing there. */
			if (!strcmp(pieces[i].bound[b].kind, "MORE_D_MISSES") &&
			    pieces[i].how == TWICE && *most && fetches_ahead(m))
				break;
			return pieces[i].how == EXACT ? KIT_EXACT : KIT_BOUNDED;
		}
		return KIT_NOT_OF_IT;
	}
	return KIT_NO_PIECE;
}

/* Errata, and why no piece of code of a kit is there for each alone. */
static const struct {
	const char *id, *why;
} errata[] = {
	{ "isb_is_a_branch", "" },
	{ "context_reads", "" },
	{ "failed_exclusives", "" },
	{ "lost_overflow", "`overflow` looks at it, once a counter" },
	{ "branches_count_more", "`known` looks at it" },
	{ "branch_needs_two_writes", "`known` looks at it" },
	{ "qemu_has_few_events", "`known` looks at it" },
	{ "gem5_branches", "`known` looks at it" },
	{ "gem5_wrong_counter", "`select` looks at it" },
	{ "gem5_software_increment", "`write` looks at it" },
	{ "gem5_one_fewer", "`write` looks at it" },
	{ "gem5_preset", "`wrap` looks at it" },
	{ "qemu_next_overflow", "`overflow` looks at it, near the end" },
	{ "hidden_at_rename", "what is counted is speculative" },
	{ "moves_hidden_at_rename", "what is counted is speculative" },
	{ "neon_waits", "a kit has no NEON code" },
	{ "ldrex_counts", "memory has to answer late" },
	{ "pc_samples_are_targets", "no count is wrong" },
	{ "aligned_pairs", "it is of AArch32, a kit of AArch64" },
	{ "filtered_by_destination", "" },
	{ "beyond_hpmn", "it needs EL2" },
	{ "timer_interrupts", "it needs EL2's timer" },
	{ "which_level_is_last", "the firmware decides" },
	{ "gem5_sleep", "nothing would wake the core" },
	{ "qemu_preset", "Tally stops by PMCR_EL0.E" },
	{ "qemu_divides", "Tally leaves D 0" },
};

void kit_put_more(FILE *to, const struct catalog_monitor *m)
{
	unsigned count = 0;

	fputs("const struct proof_event proof_more_events[] = {\n", to);
	for (unsigned i = 0; i < sizeof events / sizeof events[0]; i++)
		for (unsigned n = 0; n < 5 && events[i].name[n]; n++) {
			const struct catalog_event *e =
				catalog_event_named(m, events[i].name[n]);

			if (!e)
				continue;
			fprintf(to, "\t{ \"%s\", 0x%x, %s },\n", e->name,
				e->code, events[i].kind);
			count++;
		}
	fprintf(to,
		"\t{ \"\", 0, MORE_KINDS },\n};\n"
		"const unsigned proof_more_event_count = %u;\n",
		count);
}

static const char *why_not(const char *id)
{
	for (unsigned i = 0; i < sizeof errata / sizeof errata[0]; i++)
		if (!strcmp(errata[i].id, id))
			return errata[i].why;
	return "a kit has no code that shows it";
}

void kit_put_errata(FILE *to, const struct catalog_monitor *m)
{
	fputs("const struct proof_erratum proof_errata[] = {\n", to);
	for (unsigned i = 0; i < m->errata; i++) {
		const struct catalog_erratum *e = &m->erratum[i];

		/* A range of revisions that may have it holds those that do. */
		fprintf(to, "\t{ \"%s\", \"%s\", 0x%x, 0x%x },\n", e->id,
			why_not(e->id), e->may.first, e->may.last);
	}
	fprintf(to,
		"\t{ \"\", \"\", 0, 0 },\n};\n"
		"const unsigned proof_erratum_count = %u;\n",
		m->errata);
}

void kit_put_ahead(FILE *to, const struct catalog_monitor *m)
{
	fprintf(to, "const bool proof_fetches_ahead = %s;\n",
		fetches_ahead(m) ? "true" : "false");
}
