/* SPDX-License-Identifier: MIT */
/*
 * Names of PMUv3 for people, on any core and on each of pmuv3/cores.def.
 * Registers come from <tally/monitors/pmuv3.def>, events from pmuv3_events.def
 * and a list per core, metrics and notes from pmuv3_text.def; which of these a
 * core has follows from its events.  A core of AArch32 alone has the registers
 * of pmuv3_a32.def, whose names have no exception level: EL(0) is "_EL0", or
 * nothing.
 */
#include <tally/monitors/pmuv3.h>

#include "catalog/catalog.h"
#include "catalog/published.h"

#define MONITOR_ROWS  "tally/monitors/pmuv3.def"
#define ABOUT_ROWS    EVENT_ROWS
#define TEXT_ROWS     "catalog/text/pmuv3_text.def"
#define RULE_ROWS     "catalog/text/pmuv3_rules.def"
#define ERRATA_ROWS   "catalog/text/pmuv3_errata.def"
#define REGISTER_BITS 64
#define EL(n)         "_EL" #n

#include "catalog/pmuv3_has.h" /* made of the rows of the cores */

#include "catalog/rows_say.h"
#include "catalog/taken.h"

#define IS_pmuv3_pmuv3             , 1
#define IS_cortex_a53_cortex_a53   , 1
#define IS_cortex_a57_cortex_a57   , 1
#define IS_cortex_a72_cortex_a72   , 1
#define IS_cortex_a76_cortex_a76   , 1
#define IS_cortex_a510_cortex_a510 , 1
#define IS_neoverse_n1_neoverse_n1 , 1
#define IS_neoverse_n2_neoverse_n2 , 1
#define IS_neoverse_n3_neoverse_n3 , 1
#define IS_neoverse_v1_neoverse_v1 , 1
#define IS_neoverse_v2_neoverse_v2 , 1
#define IS_cortex_a32_cortex_a32   , 1
#define IS_cortex_r52_cortex_r52   , 1

/*
 * The words of `cores`: a metric is there where its events are.  Any core tells
 * itself which it has; of it are those metrics alone whose events it can tell
 * of and most cores have.  OLD branches are not those that retire; DIRECT are
 * immediate and indirect branches; TOPDOWN is of cores whose slots per cycle
 * are published; A57 are that and the A72.
 */
/* clang-format off */
#define ON_PMUV3      1
#define ON_ANY_CORE   IS(pmuv3)
#define KNOWN         NOT(IS(pmuv3))
#define ON_A32        EITHER(IS(cortex_a32), IS(cortex_r52))
#define ON_A64        NOT(ON_A32)
#define ON_EIGHT_COUNTERS IS(cortex_r52)
#define ON_L2         BOTH(HAS(L2D_CACHE), HAS(L2D_CACHE_REFILL))
#define ON_L3         BOTH(HAS(L3D_CACHE), HAS(L3D_CACHE_REFILL))
#define ON_LLC        BOTH(HAS(LL_CACHE_RD), HAS(LL_CACHE_MISS_RD))
#define ON_REFILLED   BOTH(HAS(L1I_TLB_REFILL), HAS(L1D_TLB_REFILL))
#define ON_TLBS       BOTH(HAS(L1I_TLB), HAS(L1D_TLB))
#define ON_L2_TLB     BOTH(HAS(L2D_TLB), HAS(L2D_TLB_REFILL))
#define ON_WALKS      BOTH(HAS(ITLB_WALK), HAS(DTLB_WALK))
#define ON_NO_WALKS   NOT(ON_WALKS)
#define ON_RETIRED    BOTH(HAS(BR_RETIRED), HAS(BR_MIS_PRED_RETIRED))
#define ON_NEW        BOTH(KNOWN, ON_RETIRED)
#define ON_OLD        NOT(ON_NEW)
#define ON_STALLED    BOTH(HAS(STALL_FRONTEND), HAS(STALL_BACKEND))
#define ON_NO_STALLED NOT(ON_STALLED)
#define ON_SPEC       BOTH(KNOWN, HAS(INST_SPEC))
#define ON_LOADS      BOTH(ON_SPEC, BOTH(HAS(LD_SPEC), HAS(ST_SPEC)))
#define ON_KINDS      BOTH(ON_SPEC, BOTH(HAS(DP_SPEC), BOTH(HAS(ASE_SPEC), HAS(VFP_SPEC))))
#define ON_CRYPTO     BOTH(ON_SPEC, HAS(CRYPTO_SPEC))
#define ON_DIRECT     BOTH(ON_SPEC, BOTH(HAS(BR_IMMED_SPEC), HAS(BR_INDIRECT_SPEC)))
#define ON_MIX        BOTH(ON_LOADS, BOTH(ON_CRYPTO, BOTH(ON_KINDS, ON_DIRECT)))
#define ON_SVE        BOTH(ON_SPEC, HAS(SVE_INST_SPEC))
#define ON_OPS        BOTH(HAS(OP_RETIRED), HAS(OP_SPEC))
#define ON_EIGHT      EITHER(IS(neoverse_v1), IS(neoverse_v2))
#define ON_BEHIND     EITHER(ON_EIGHT, IS(neoverse_n2))
#define ON_TOPDOWN    EITHER(ON_BEHIND, IS(neoverse_n3))
#define ON_NO_TOPDOWN NOT(ON_TOPDOWN)
#define ON_NO_TOPDOWN_NO_A53_A57                                               \
	BOTH(BOTH(ON_NO_TOPDOWN, NOT(ON_A53)), NOT(ON_A57))
#define ON_STALLS     BOTH(ON_STALLED, ON_NO_TOPDOWN)
#define ON_NO_L2      NOT(ON_L2)
#define ON_STALLS_L2  BOTH(ON_STALLS, ON_L2)
#define ON_STALLS_LLC BOTH(ON_STALLS_L2, ON_LLC)
#define ON_ONLY_LLC   BOTH(ON_STALLS, BOTH(ON_LLC, ON_NO_L2))
#define ON_LLC_L3     BOTH(ON_LLC, ON_L3)
#define ON_LLC_NO_L3  BOTH(ON_LLC, NOT(ON_L3))
#define ON_TLBS_ALONE BOTH(ON_TLBS, ON_NO_WALKS)
#define ON_NO_L3      NOT(HAS(L3D_CACHE))
#define ON_STALLS_NEW BOTH(ON_STALLS, ON_NEW)
#define ON_STALLS_OLD BOTH(ON_STALLS, ON_OLD)
#define ON_NO_LLC     NOT(HAS(LL_CACHE_RD))
#define ON_NO_TLBS    BOTH(NOT(ON_TLBS), ON_REFILLED)
#define ON_NO_REFILLED NOT(ON_REFILLED)
#define ON_STALLS_TLB BOTH(ON_STALLS, ON_REFILLED)
#define ON_OUTER_CACHE EITHER(ON_L2, EITHER(ON_L3, ON_LLC))
#define ON_FETCHED    BOTH(KNOWN, HAS(STALL_FRONTEND_CACHE))
#define ON_LOADED     BOTH(KNOWN, HAS(STALL_BACKEND_LD))
#define ON_STORED     BOTH(KNOWN, HAS(STALL_BACKEND_ST))
#define ON_A53        IS(cortex_a53)
#define ON_A57        EITHER(IS(cortex_a57), IS(cortex_a72))
#define ON_A76        IS(cortex_a76)
#define ON_A510       IS(cortex_a510)
#define ON_N1         IS(neoverse_n1)
#define ON_N2         IS(neoverse_n2)
#define ON_N3         IS(neoverse_n3)
#define ON_V1         IS(neoverse_v1)
#define ON_V2         IS(neoverse_v2)
/* clang-format on */

/* The words of each common event, to be put into the tables that have it. */
enum common {
#define EVENT(id, code, kind, rate, evidence, ...)                             \
	KIND_##id = EVENT_##kind, EVIDENCE_OF_##id = EVIDENCE_##evidence,
#include <tally/monitors/pmuv3_events.def>
};
#define EVENT(id, code, kind, rate, evidence, title, source, aliases, note)    \
	static const char title_##id[] = title;                                \
	static const char source_##id[] = source;                              \
	static const char aliases_##id[] = aliases;                            \
	static const char note_##id[] = note;
#include <tally/monitors/pmuv3_events.def>

#define PMN_OF(code) ((code) == TALLY_PMUV3_CHAIN ? 0 : PMN)
#define COMMON_ROW(id)                                                         \
	{ #id,                                                                 \
	  TALLY_PMUV3_##id,                                                    \
	  KIND_##id,                                                           \
	  EVIDENCE_OF_##id,                                                    \
	  PMN_OF(TALLY_PMUV3_##id),                                            \
	  title_##id,                                                          \
	  source_##id,                                                         \
	  aliases_##id,                                                        \
	  note_##id },
#define OWN_ROW(id, code, kind, evidence, title, source, aliases, note)        \
	{ #id,    code,    EVENT_##kind, EVIDENCE_##evidence, PMN, title,      \
	  source, aliases, note },

/* Sentences that the ABOUT rows of several cores share. */
#define HOW_MANY                                                               \
	"a cycle counter of 64 bits and six event counters, fewer where EL2 "  \
	"keeps some; "
#define HOW_MANY_EIGHT                                                         \
	"a cycle counter of 64 bits and eight event counters, by Arm's list; "
#define HOW_MANY_UNSAID                                                        \
	"a cycle counter of 64 bits and event counters, whose number Arm's "   \
	"list does not say: " CATALOG_SIX_TAKEN                                \
	", and PMCR.N tells whether they are there; "
#define WIDTH "32 bits each, or pairs of 64; "
#define WIDTH_P5                                                               \
	"64 bits each where the core has PMUv3p5, else 32, or pairs of 64; "
#define WAYS                                                                   \
	"they count in all exception levels or in chosen ones (:u :k :h); "    \
	"nearly every register is unknown after reset"
#define MANUAL                                                                 \
	"Arm Architecture Reference Manual for A-profile, DDI 0487 M.a.a, "    \
	"D13, D14, D24.5"
#define MANUAL_A32                                                             \
	"Arm Architecture Reference Manual for A-profile, DDI 0487 M.a.a, "    \
	"D13, D14, G8.4"
#define DATA "; ARM-software/data, pmu/"
#define SEQUENCE                                                               \
	"seq_filter seq_userenr seq_pmcr seq_isb seq_events seq_enables "      \
	"seq_flags seq_stop seq_width seq_selr seq_hpmn"
/* Why `tally script --order documented` has that sequence in one form alone. */
#define PUBLISHED_ORDER                                                        \
	"the published sequence writes PMCR and PMUSERENR back with what it "  \
	"read of them, which is unknown after reset, so no list of writes is " \
	"it; --as c has it, and `tally explain pmuv3` says how Tally's "       \
	"differs"

/*
 * [SEQ] The write of PMCR that starts lacks the register's name there.  The
 * codes are or-ed to NSH.
 */
static const struct published_step published_steps[] = {
	{ PUBLISHED_SETUP, PUBLISHED_OR, "PMUSERENR_EL0", 0xD, 0 },
	{ PUBLISHED_START, PUBLISHED_WRITE, "PMSELR_EL0", 0, PUBLISHED_PLACE },
	{ PUBLISHED_START, PUBLISHED_WRITE, "PMXEVTYPER_EL0", 0x8000000,
	  PUBLISHED_EVENT },
	{ PUBLISHED_START, PUBLISHED_WRITE, "PMCCFILTR_EL0", 0x8000000, 0 },
	{ PUBLISHED_START, PUBLISHED_WRITE, "PMCNTENSET_EL0", 0x80000000,
	  PUBLISHED_ALL },
	{ PUBLISHED_START, PUBLISHED_OR, "PMCR_EL0", 0x7, 0 },
	{ PUBLISHED_STOP, PUBLISHED_WRITE, "PMCNTENCLR_EL0", 0x80000000,
	  PUBLISHED_ALL },
	{ PUBLISHED_STOP, PUBLISHED_CLEAR, "PMCR_EL0", 0x7, 0 },
	{ PUBLISHED_STOP, PUBLISHED_COUNT, "PMCCNTR_EL0", 0, 0 },
	{ PUBLISHED_STOP, PUBLISHED_WRITE, "PMSELR_EL0", 0, PUBLISHED_PLACE },
	{ PUBLISHED_STOP, PUBLISHED_COUNT, "PMXEVCNTR_EL0", 0,
	  PUBLISHED_EVENT },
};
static const struct catalog_published published = {
	.counters = "PMCR_EL0",
	.lsb = 11,
	.width = 5,
	.exists = { "PMCEID0_EL0", "PMCEID1_EL0" },
	.step = published_steps,
	.steps = sizeof published_steps / sizeof published_steps[0],
};

#define EVENT_ROWS     "tally/monitors/pmuv3/any.def"
#define CORE           pmuv3
#define CORE_SEQUENCE  SEQUENCE
#define CORE_NO_ORDER  PUBLISHED_ORDER
#define CORE_PUBLISHED published
#include "catalog/tables.h"
#undef EVENT_ROWS

#include "catalog/pmuv3_cores.h" /* one_pmuv3.h for each of cores.def */
