/* SPDX-License-Identifier: MIT */
/*
 * Names of PMUv3 for people, on any core and on eight that have tables.
 * Registers come from <tally/monitors/pmuv3.def>, events from pmuv3_events.def
 * and a list per core, metrics and notes from pmuv3_text.def; a core is the
 * choice of its rows, so another one is another column and another block.
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

/*
 * OLD are those without retired branches, stalls, TLB accesses and walks, L3
 * and last-level cache, which PMUv3p1 brought, and any core, which need not
 * have them; MIX have instructions of a kind, speculative; OPS operations and
 * slots, STALLS cycles of stalls and no slots.
 */
/* clang-format off */
/*                           any A53 A55 A57 A72 A76 N1  N2  V1 */
#define ON_PMUV3      COLUMN(1,  1,  1,  1,  1,  1,  1,  1,  1)
#define ON_ANY_CORE   COLUMN(1,  0,  0,  0,  0,  0,  0,  0,  0)
#define ON_OLD        COLUMN(1,  1,  0,  1,  1,  0,  0,  0,  0)
#define ON_NEW        COLUMN(0,  0,  1,  0,  0,  1,  1,  1,  1)
#define ON_NEW_ANY    COLUMN(1,  0,  1,  0,  0,  1,  1,  1,  1)
#define ON_NO_NEW     COLUMN(0,  1,  0,  1,  1,  0,  0,  0,  0)
#define ON_MIX        COLUMN(0,  0,  1,  1,  1,  1,  1,  1,  1)
#define ON_OPS        COLUMN(0,  0,  0,  0,  0,  0,  0,  1,  1)
#define ON_NO_OPS     COLUMN(1,  1,  1,  1,  1,  1,  1,  0,  0)
#define ON_OPS_ANY    COLUMN(1,  0,  0,  0,  0,  0,  0,  1,  1)
#define ON_STALLS     COLUMN(1,  0,  1,  0,  0,  1,  1,  0,  0)
#define ON_STALLS_NEW COLUMN(0,  0,  1,  0,  0,  1,  1,  0,  0)
#define ON_A53        COLUMN(0,  1,  0,  0,  0,  0,  0,  0,  0)
#define ON_A55        COLUMN(0,  0,  1,  0,  0,  0,  0,  0,  0)
#define ON_A76        COLUMN(0,  0,  0,  0,  0,  1,  0,  0,  0)
#define ON_N1         COLUMN(0,  0,  0,  0,  0,  0,  1,  0,  0)
#define ON_N2         COLUMN(0,  0,  0,  0,  0,  0,  0,  1,  0)
#define ON_V1         COLUMN(0,  0,  0,  0,  0,  0,  0,  0,  1)
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
#define WIDTH "32 bits each, or pairs of 64; "
#define WIDTH_P5                                                               \
	"64 bits each where the core has PMUv3p5, else 32, or pairs of 64; "
#define WAYS                                                                   \
	"they count in all exception levels or in chosen ones (:u :k :h); "    \
	"nearly every register is unknown after reset"
#define MANUAL                                                                 \
	"Arm Architecture Reference Manual for A-profile, DDI 0487 M.a.a, "    \
	"D13, D14, D24.5"
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

/* any core */
#define EVENT_ROWS                                       "tally/monitors/pmuv3_any.def"
#define CORE                                             pmuv3
#define COLUMN(any, a53, a55, a57, a72, a76, n1, n2, v1) any
#define CORE_SEQUENCE                                    SEQUENCE
#define CORE_NO_ORDER                                    PUBLISHED_ORDER
#define CORE_PUBLISHED                                   published
#include "catalog/tables.h"

/* Cortex-A53 */
#undef EVENT_ROWS
#define EVENT_ROWS                                       "tally/monitors/pmuv3_cortex_a53.def"
#define CORE                                             cortex_a53
#define COLUMN(any, a53, a55, a57, a72, a76, n1, n2, v1) a53
#define CORE_SEQUENCE                                    SEQUENCE
#define CORE_NO_ORDER                                    PUBLISHED_ORDER
#define CORE_PUBLISHED                                   published
#include "catalog/tables.h"

/* Cortex-A55 */
#undef EVENT_ROWS
#define EVENT_ROWS                                       "tally/monitors/pmuv3_cortex_a55.def"
#define CORE                                             cortex_a55
#define COLUMN(any, a53, a55, a57, a72, a76, n1, n2, v1) a55
#define CORE_SEQUENCE                                    SEQUENCE
#define CORE_NO_ORDER                                    PUBLISHED_ORDER
#define CORE_PUBLISHED                                   published
#include "catalog/tables.h"

/* Cortex-A57 */
#undef EVENT_ROWS
#define EVENT_ROWS                                       "tally/monitors/pmuv3_cortex_a57.def"
#define CORE                                             cortex_a57
#define COLUMN(any, a53, a55, a57, a72, a76, n1, n2, v1) a57
#define CORE_SEQUENCE                                    SEQUENCE
#define CORE_NO_ORDER                                    PUBLISHED_ORDER
#define CORE_PUBLISHED                                   published
#include "catalog/tables.h"

/* Cortex-A72 */
#undef EVENT_ROWS
#define EVENT_ROWS                                       "tally/monitors/pmuv3_cortex_a72.def"
#define CORE                                             cortex_a72
#define COLUMN(any, a53, a55, a57, a72, a76, n1, n2, v1) a72
#define CORE_SEQUENCE                                    SEQUENCE
#define CORE_NO_ORDER                                    PUBLISHED_ORDER
#define CORE_PUBLISHED                                   published
#include "catalog/tables.h"

/* Cortex-A76 */
#undef EVENT_ROWS
#define EVENT_ROWS                                       "tally/monitors/pmuv3_cortex_a76.def"
#define CORE                                             cortex_a76
#define COLUMN(any, a53, a55, a57, a72, a76, n1, n2, v1) a76
#define CORE_SEQUENCE                                    SEQUENCE
#define CORE_NO_ORDER                                    PUBLISHED_ORDER
#define CORE_PUBLISHED                                   published
#include "catalog/tables.h"

/* Neoverse N1 */
#undef EVENT_ROWS
#define EVENT_ROWS                                       "tally/monitors/pmuv3_neoverse_n1.def"
#define CORE                                             neoverse_n1
#define COLUMN(any, a53, a55, a57, a72, a76, n1, n2, v1) n1
#define CORE_SEQUENCE                                    SEQUENCE
#define CORE_NO_ORDER                                    PUBLISHED_ORDER
#define CORE_PUBLISHED                                   published
#include "catalog/tables.h"

/* Neoverse N2 */
#undef EVENT_ROWS
#define EVENT_ROWS                                       "tally/monitors/pmuv3_neoverse_n2.def"
#define CORE                                             neoverse_n2
#define COLUMN(any, a53, a55, a57, a72, a76, n1, n2, v1) n2
#define CORE_SEQUENCE                                    SEQUENCE
#define CORE_NO_ORDER                                    PUBLISHED_ORDER
#define CORE_PUBLISHED                                   published
#include "catalog/tables.h"

/* Neoverse V1 */
#undef EVENT_ROWS
#define EVENT_ROWS                                       "tally/monitors/pmuv3_neoverse_v1.def"
#define CORE                                             neoverse_v1
#define COLUMN(any, a53, a55, a57, a72, a76, n1, n2, v1) v1
#define CORE_SEQUENCE                                    SEQUENCE
#define CORE_NO_ORDER                                    PUBLISHED_ORDER
#define CORE_PUBLISHED                                   published
#include "catalog/tables.h"
