/* SPDX-License-Identifier: MIT */
/*
 * The tables of one core, made from its family's rows.  Not an ordinary header:
 * a family's .c includes it once per core, after defining
 *
 *	CORE		the monitor's name, as a word: arm1176
 *	MONITOR_ROWS	"tally/monitors/NAME.def"
 *	TEXT_ROWS	"catalog/text/NAME_text.def"
 *	RULE_ROWS	"catalog/text/NAME_rules.def", if not in TEXT_ROWS
 *	ERRATA_ROWS	"catalog/text/NAME_errata.def", if not in RULE_ROWS
 *	ON_cores	for every word of the `cores` column: 1 where this core
 *			has the row, 0 where it has not
 *
 * Of several cores, a word has a number each, ON_XSC1 COLUMN(1, 1, 0), and each
 * core says which is its own,
 *	COLUMN(a, b, c)	b, for the second one
 *
 * and, where there is need,
 *	ONLY_cores	who has it, a string, where a core has not the event
 *
 *	ABOUT_ROWS	"tally/monitors/NAME.def", if not MONITOR_ROWS
 *	EVENT_ROWS	rows COMMON(id) and OWN(...), if events are in a file of
 *			their own; COMMON_ROW(id) and OWN_ROW(...) make of them
 *			what EVENT does below
 *	CORE_LIKE	the core whose registers, fields, counters, classes
 *			and resets it has, to the last: a word, of a core before
 *			it
 *	REGISTER_BITS	of a register, if not 32
 *	REGISTER_BITS_AT(address)  the same, if registers differ
 *	CYCLES_NAME	what the cycle counter counts, a string, if not "cycles"
 *	MAP_BASE, MAP_OFFSET  where its registers are mapped: a name, and the
 *			bytes from there
 *	NUMBERS		what a document puts before the numbers of its events, a
 *			string, if one does
 *	CORE_SEQUENCE	ids of the notes on programming it, if there are any
 *	CORE_CONDITIONS	if the target's state can be read: the array of struct
 *			catalog_condition
 *	CORE_IDENTITIES	what must hold of its counts, if anything: the array of
 *			struct catalog_identity
 *	CORE_UNASKED	why there are no questions of where cycles go, if there
 *			are none
 *	CORE_UNFOLDED	why it has no folded form (tally/fixed.h), if it has
 *			none
 *	CORE_THRESHOLDS	names of the events that are compared with a threshold
 *	CORE_LAYERS	if metrics come by layer: what their names begin with
 *	CORE_IDLE	the note on what a counter without an event is given, if
 *			there is something to say of it
 *	CORE_NO_ORDER	why scripts have not a document's order, if one has it
 *	CORE_PUBLISHED	a document's sequence that reads, too: the struct
 *			catalog_published
 *	CORE_OWN_MAP	if the registers' places are no document's: whose
 *	CORE_DEVICE_TREE  if they are in memory: catalog_monitor.device_tree
 *	CORE_WORDS	if words select its events: its struct catalog_words
 *	CORE_AT		if they are in memory, at the same place on every core
 *
 * and gets `const struct catalog_monitor catalog_CORE`.  What begins with CORE
 * is undefined again, the rest is the family's.
 *
 * ABOUT_ROWS has one row of the core,
 * ABOUT(cores, "name", SPACE, "ways", "title", "summary", "sources",
 *	 "instructions", "cycles", cycle counter's id or NONE)
 *	SPACE: of the registers, enum tally_space; ways: from the core itself to
 *	them, catalog_monitor.native; instructions, cycles: the events that
 *	count them, or NULL
 *
 * TEXT_ROWS has, each with its `cores` first:
 * METRIC(cores, "name", "title", "definition", "formula", "unit", scale,
 *	  direction, low, high, "source", "notes")
 * NOTE(cores, "id", when, "text", "source", "events")
 * GROUP(cores, "name", "title", "metrics", "source")
 * REFUSAL(cores, "name or glob", "why")
 * QUESTION(cores, "id", "under", kind, "metric", threshold, "found", "event",
 *	    "also", "source of that", "source"[, cycles, "source of the
 *cycles"]) as struct catalog_question has them; one that has another above
 *comes after that one
 *
 * RULE_ROWS has, likewise:
 * RULE(cores, kind, "about", "text", "source")
 * REACH(cores, level, may, "mode", "about", "by", "source")
 *	as struct catalog_reach has them: EL0, READ, "U mode" ...
 * RESET(cores, "register", "field", "value", "source")
 * CLASS(cores, first code, last code, "name of the class", "what these events
 *	 are", "source")
 *
 * ERRATA_ROWS has, likewise:
 * ERRATUM(cores, "id", "number", has, may, effect, "machine", "about", "text",
 *	   "cure", "beside", takes off, "source")
 *	as struct catalog_erratum has them; has, may: REVISIONS(first, last),
 *	ALL_REVISIONS or NO_REVISION
 */
#include "catalog/errata.h"
#include "catalog/questions.h"
#include "catalog/reach.h"
#include "catalog/zeroing.h"

#define TABLES_PASTE_(a, b) a##b
#define TABLES_PASTE(a, b)  TABLES_PASTE_(a, b)
#define TABLE(what)         TABLES_PASTE(CORE, what)
#define TABLES_COUNT(what)  TABLES_COUNT_OF(TABLE(what))
#define TABLES_COUNT_OF(it) (sizeof(it) / sizeof((it)[0]))
#define EVENT_UNKNOWN       EVENT_KIND_UNKNOWN

/* The arguments behind the first comma, where the core has the row; or has it
 * not. */
#define TABLES_ROW_1(...) __VA_ARGS__
#define TABLES_ROW_0(...)
#define TABLES_GAP_1(...)
#define TABLES_GAP_0(...)    __VA_ARGS__
#define TABLES_ROW_(on, ...) TABLES_ROW_##on(__VA_ARGS__)
#define TABLES_GAP_(on, ...) TABLES_GAP_##on(__VA_ARGS__)
#define TABLES_ROW(on, ...)  TABLES_ROW_(on, __VA_ARGS__)
#define TABLES_GAP(on, ...)  TABLES_GAP_(on, __VA_ARGS__)

#ifndef ABOUT_ROWS
#define ABOUT_ROWS MONITOR_ROWS
#endif

/*
 * From the ABOUT row, and PMN, the event counters, bit i for counter i, from
 * the COUNTER rows: all that count no cycles; none if no mask has room for
 * them.
 */
enum {
#define COUNTER(id, name, reg, title, cores)                                   \
	TABLES_ROW(ON_##cores, TABLES_PASTE(CORE, _counter_##id), )
#include MONITOR_ROWS
	TABLE(_counters),
	TABLE(_counter_NONE) = 32,
};
#define TABLES_ABOUT(name, space, way, title, summary, sources, instructions,  \
		     cycles, counter)                                          \
	TABLE(_space) = (space),                                               \
	TABLE(_fixed) = TABLES_PASTE(CORE, _counter_##counter),
enum {
#define ABOUT(cores, ...) TABLES_ROW(ON_##cores, TABLES_ABOUT(__VA_ARGS__))
#include ABOUT_ROWS
};
/* Counters that have an event of their own, besides. */
enum {
	TABLE(_owned) = 0
#define COUNTS(counter, event, cores)                                          \
	TABLES_ROW(ON_##cores, | 1 << TABLE(_counter_##counter))
#include MONITOR_ROWS
};
#define SPACE TABLE(_space)
#define PMN                                                                    \
	((uint32_t)((UINT64_C(1)                                               \
		     << (TABLE(_counters) > 32 ? 0 : TABLE(_counters))) -      \
		    1) &                                                       \
	 ~(uint32_t)(UINT64_C(1) << TABLE(_fixed)) & ~(uint32_t)TABLE(_owned))
#define ON(counter) (UINT32_C(1) << TABLE(_counter_##counter))

#ifndef REGISTER_BITS
#define REGISTER_BITS 32
#endif
#ifndef REGISTER_BITS_AT
#define REGISTER_BITS_AT(address) REGISTER_BITS
#endif
#ifndef CYCLES_NAME
#define CYCLES_NAME "cycles"
#endif
#ifndef RULE_ROWS
#define RULE_ROWS TEXT_ROWS
#endif
#ifndef ERRATA_ROWS
#define ERRATA_ROWS RULE_ROWS
#endif
#ifndef NUMBERS
#define NUMBERS NULL
#endif
#ifndef MAP_BASE
#define MAP_BASE   NULL
#define MAP_OFFSET 0
#endif
#ifndef CORE_SEQUENCE
#define CORE_SEQUENCE ""
#endif

/* A core that shares tables with another has that one's under its own name. */
#define TABLES_OF(core, what) TABLES_PASTE(core, what)
#ifdef CORE_LIKE
#define SHARED(what) TABLES_OF(CORE_LIKE, what)
#else
#define SHARED(what) TABLE(what)

static const struct catalog_counter TABLE(_counter)[] = {
#define COUNTER(id, name, reg, title, cores)                                   \
	TABLES_ROW(ON_##cores, { #name, title, #reg }, )
#include MONITOR_ROWS
};

static const struct catalog_register TABLE(_reg)[] = {
#define REGISTER(name, address, title, aliases, source, cores)                 \
	TABLES_ROW(ON_##cores,                                                 \
		   { #name,                                                    \
		     { address, SPACE, REGISTER_BITS_AT(address) },            \
		     title,                                                    \
		     aliases,                                                  \
		     source }, )
#include MONITOR_ROWS
};

static const struct catalog_field TABLE(_field)[] = {
#define FIELD(reg, name, lsb, width, access, title, cores)                     \
	TABLES_ROW(ON_##cores,                                                 \
		   { #reg,                                                     \
		     #name,                                                    \
		     { lsb, width },                                           \
		     ACCESS_##access,                                          \
		     title,                                                    \
		     false }, )
#define EVENT_FIELD(reg, name, lsb, width, access, title, cores)               \
	TABLES_ROW(ON_##cores,                                                 \
		   { #reg,                                                     \
		     #name,                                                    \
		     { lsb, width },                                           \
		     ACCESS_##access,                                          \
		     title,                                                    \
		     true }, )
#define COUNTER_BITS(reg, name, lsb, width, access, title, cores)              \
	TABLES_ROW(ON_##cores,                                                 \
		   { #reg,                                                     \
		     #name,                                                    \
		     { lsb, width },                                           \
		     ACCESS_##access,                                          \
		     title,                                                    \
		     false,                                                    \
		     false,                                                    \
		     0,                                                        \
		     true }, )
#define EVENT_BITS(reg, name, lsb, width, access, first, title, cores)         \
	TABLES_ROW(ON_##cores,                                                 \
		   { #reg,                                                     \
		     #name,                                                    \
		     { lsb, width },                                           \
		     ACCESS_##access,                                          \
		     title,                                                    \
		     false,                                                    \
		     true,                                                     \
		     first }, )
#include MONITOR_ROWS
};
#undef EVENT_BITS
#undef COUNTER_BITS

static const struct catalog_field TABLE(_joint)[] = {
#define JOINT(reg, name, lsb, width, access, title, cores)                     \
	TABLES_ROW(ON_##cores,                                                 \
		   { #reg, #name, { lsb, width }, ACCESS_##access, title }, )
#include MONITOR_ROWS
	{ 0 },
};
#undef JOINT

/* A row of NULL at the end: some have none. */
#define FLAGS_STAY   true
#define FLAGS_UNSAID false
static const struct catalog_zeroing TABLE(_zeroing)[] = {
#define ZEROES(reg, field, counters, flags, source, cores)                     \
	TABLES_ROW(ON_##cores, { #reg, #field, counters, flags, source }, )
#include MONITOR_ROWS
	{ 0 },
};
#undef FLAGS_STAY
#undef FLAGS_UNSAID
#endif

static const struct catalog_event TABLE(_event)[] = {
#define CYCLES(title, source, aliases, note)                                   \
	{ CYCLES_NAME,                                                         \
	  TALLY_EVENT_CYCLES,                                                  \
	  EVENT_DURATION,                                                      \
	  EVIDENCE_AGREED,                                                     \
	  (uint32_t)(UINT64_C(1) << TABLE(_fixed)),                            \
	  title,                                                               \
	  source,                                                              \
	  aliases,                                                             \
	  note },
#define EVENT(id, name, code, cores, kind, rate, evidence, title, source,      \
	      aliases, note)                                                   \
	EVENT_ON(PMN, id, name, code, cores, kind, rate, evidence, title,      \
		 source, aliases, note)
#define EVENT_ON(counters, id, name, code, cores, kind, rate, evidence, title, \
		 source, aliases, note)                                        \
	TABLES_ROW(ON_##cores,                                                 \
		   { #name, code, EVENT_##kind, EVIDENCE_##evidence, counters, \
		     title, source, aliases, note }, )
#include MONITOR_ROWS
#ifdef EVENT_ROWS
#define COMMON(id) COMMON_ROW(id)
#define OWN(id, code, kind, rate, evidence, ...)                               \
	OWN_ROW(id, code, kind, evidence, __VA_ARGS__)
#include EVENT_ROWS
#endif
};

static const struct catalog_metric TABLE(_metric)[] = {
#define METRIC(cores, ...) TABLES_ROW(ON_##cores, { __VA_ARGS__ }, )
#include TEXT_ROWS
};

static const struct catalog_note TABLE(_note)[] = {
#define NOTE(cores, ...) TABLES_ROW(ON_##cores, { __VA_ARGS__ }, )
#include TEXT_ROWS
};

static const struct catalog_group TABLE(_group)[] = {
#define GROUP(cores, ...) TABLES_ROW(ON_##cores, { __VA_ARGS__ }, )
#include TEXT_ROWS
};

#ifndef CORE_UNASKED
static const struct catalog_question TABLE(_question)[] = {
#define QUESTION(cores, id, under, kind, ...)                                  \
	TABLES_ROW(ON_##cores, { id, under, QUESTION_##kind, __VA_ARGS__ }, )
#include TEXT_ROWS
};
#endif

/* Events that the family's other cores have are refused by name. */
static const struct catalog_refusal TABLE(_refusal)[] = {
#define EVENT(id, name, code, cores, ...)                                      \
	TABLES_GAP(                                                            \
		ON_##cores,                                                    \
		{ #name, "this event exists on the " ONLY_##cores " only" }, )
#include MONITOR_ROWS
#define REFUSAL(cores, ...) TABLES_ROW(ON_##cores, { __VA_ARGS__ }, )
#include TEXT_ROWS
};

static const struct catalog_rule TABLE(_rule)[] = {
#define RULE(cores, kind, ...)                                                 \
	TABLES_ROW(ON_##cores, { RULE_##kind, __VA_ARGS__ }, )
#include RULE_ROWS
};

/* A row of NULL at the end: most have none. */
static const struct catalog_reach TABLE(_reach)[] = {
#define REACH(cores, level, may, ...)                                          \
	TABLES_ROW(ON_##cores, { TALLY_##level, REACH_##may, __VA_ARGS__ }, )
#include RULE_ROWS
	{ 0 },
};

#ifndef CORE_LIKE
static const struct catalog_class TABLE(_class)[] = {
#define CLASS(cores, ...) TABLES_ROW(ON_##cores, { __VA_ARGS__ }, )
#include RULE_ROWS
};

static const struct catalog_reset TABLE(_reset)[] = {
#define RESET(cores, ...) TABLES_ROW(ON_##cores, { __VA_ARGS__ }, )
#include RULE_ROWS
};
#endif

#define REVISIONS(first, last) first, last
#define ALL_REVISIONS          REVISIONS(0, REVISION_LAST)
#define NO_REVISION            REVISIONS(1, 0)
static const struct catalog_erratum TABLE(_erratum)[] = {
#define ERRATUM(cores, id, number, has, may, effect, ...)                      \
	TABLES_ROW(ON_##cores,                                                 \
		   { id,                                                       \
		     number,                                                   \
		     { has },                                                  \
		     { may },                                                  \
		     ERRATUM_##effect,                                         \
		     __VA_ARGS__ }, )
#include ERRATA_ROWS
};
#undef REVISIONS
#undef ALL_REVISIONS
#undef NO_REVISION

extern const struct catalog_monitor TABLES_PASTE(catalog_, CORE);
const struct catalog_monitor TABLES_PASTE(catalog_, CORE) = {
/* NOLINTBEGIN(bugprone-macro-parentheses): initialisers */
#define TABLES_SAID(name_, space, way, title_, summary_, sources_,             \
		    instructions_, cycles_, counter)                           \
	.name = name_, .title = title_, .summary = summary_,                   \
	.sources = sources_, .native = way, .instructions = instructions_,     \
	.cycles = cycles_,
#define ABOUT(cores, ...) TABLES_ROW(ON_##cores, TABLES_SAID(__VA_ARGS__))
#include ABOUT_ROWS
#define STILL(event_, cores) TABLES_ROW(ON_##cores, .still = event_, )
#include MONITOR_ROWS
	/* NOLINTEND(bugprone-macro-parentheses) */
	.monitor = &TABLES_PASTE(tally_, CORE),
	.counter = SHARED(_counter),
	.event = TABLE(_event),
	.events = TABLES_COUNT(_event),
	.reg = SHARED(_reg),
	.regs = TABLES_COUNT_OF(SHARED(_reg)),
	.field = SHARED(_field),
	.fields = TABLES_COUNT_OF(SHARED(_field)),
	.joint = SHARED(_joint),
	.metric = TABLE(_metric),
	.metrics = TABLES_COUNT(_metric),
#ifdef CORE_CONDITIONS
	.condition = CORE_CONDITIONS,
	.conditions = sizeof(CORE_CONDITIONS) / sizeof(CORE_CONDITIONS[0]),
#endif
#ifdef CORE_IDENTITIES
	.identity = CORE_IDENTITIES,
	.identities = sizeof(CORE_IDENTITIES) / sizeof(CORE_IDENTITIES[0]),
#endif
#ifdef CORE_THRESHOLDS
	.thresholds = CORE_THRESHOLDS,
#endif
#ifdef CORE_UNFOLDED
	.unfolded = CORE_UNFOLDED,
#endif
#ifdef CORE_UNASKED
	.unasked = CORE_UNASKED,
#else
	.question = TABLE(_question),
	.questions = TABLES_COUNT(_question),
#endif
#ifdef CORE_LAYERS
	.layers = CORE_LAYERS,
#endif
#ifdef CORE_IDLE
	.idle = CORE_IDLE,
#endif
#ifdef CORE_NO_ORDER
	.no_order = CORE_NO_ORDER,
#endif
#ifdef CORE_PUBLISHED
	.published = &CORE_PUBLISHED,
#endif
#ifdef CORE_OWN_MAP
	.own_map = CORE_OWN_MAP,
#endif
	.note = TABLE(_note),
	.notes = TABLES_COUNT(_note),
	.group = TABLE(_group),
	.groups = TABLES_COUNT(_group),
	.refusal = TABLE(_refusal),
	.refusals = TABLES_COUNT(_refusal),
	.rule = TABLE(_rule),
	.rules = TABLES_COUNT(_rule),
	.reach = TABLE(_reach),
	.reaches = TABLES_COUNT(_reach) - 1,
	.event_class = SHARED(_class),
	.event_classes = TABLES_COUNT_OF(SHARED(_class)),
	.reset = SHARED(_reset),
	.resets = TABLES_COUNT_OF(SHARED(_reset)),
	.zeroing = SHARED(_zeroing),
	.zeroings = TABLES_COUNT_OF(SHARED(_zeroing)) - 1,
	.erratum = TABLE(_erratum),
	.errata = TABLES_COUNT(_erratum),
	.sequence = CORE_SEQUENCE,
	.overview = "overview",
	.numbers = NUMBERS,
	.base = MAP_BASE,
	.offset = MAP_OFFSET,
#ifdef CORE_AT
	.at = CORE_AT,
#endif
#ifdef CORE_DEVICE_TREE
	.device_tree = CORE_DEVICE_TREE,
#endif
#ifdef CORE_WORDS
	.words = &CORE_WORDS,
#endif
};

#undef CORE
#undef COLUMN
#undef CORE_LIKE
#undef SHARED
#undef CORE_SEQUENCE
#undef CORE_CONDITIONS
#undef CORE_IDENTITIES
#undef CORE_LAYERS
#undef CORE_UNASKED
#undef CORE_UNFOLDED
#undef CORE_THRESHOLDS
#undef CORE_DEVICE_TREE
#undef CORE_AT
#undef CORE_WORDS
#undef CORE_OWN_MAP
#undef CORE_IDLE
#undef CORE_NO_ORDER
#undef CORE_PUBLISHED
#undef SPACE
#undef PMN
#undef ON
