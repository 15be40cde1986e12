/* SPDX-License-Identifier: MIT */
/*
 * The tables of one core, made from its family's rows.  Not an ordinary header:
 * a family's .c includes it once per core, after defining
 *
 *	CORE		the monitor's name, as a word: arm1176
 *	MONITOR_ROWS	"tally/monitors/NAME.def"
 *	TEXT_ROWS	"catalog/NAME_text.def"
 *	RULE_ROWS	"catalog/NAME_rules.def", if rules are not in TEXT_ROWS
 *	ON_cores(...)	for every word of the `cores` column: its arguments
 *			where this core has the row, nothing where it has not
 *
 * and, where MONITOR_ROWS has no row for it
 * ABOUT(cores, "name", SPACE, "NATIVE", "title", "summary", "sources",
 *	 "INSTRUCTIONS", "CYCLES_EVENT", cycle counter's id or NONE)
 *
 *	SPACE		of the registers, enum tally_space
 *	NATIVE		the ways from the core itself to its registers, a
 *			string: catalog_monitor.native
 *	PMN		the event counters, bit i for counter i
 *	OFF_cores(...)	the reverse of ON_cores, if a core has not every event
 *	ONLY_cores	who has it, a string, where some core has not
 *
 *	CORE_TITLE, CORE_SUMMARY, CORE_SOURCES	strings
 *	CORE_NAME	its name, a string, if it is not a word
 *	CORE_SEQUENCE	ids of the notes on programming it, if there are any
 *	EVENT_ROWS	rows COMMON(id) and OWN(...), if events are in a file of
 *			their own; COMMON_ROW(id) and OWN_ROW(...) make of them
 *			what EVENT does below
 *	REGISTER_BITS	of a register, if not 32
 *	CYCLES_COUNTER	the cycle counter's number, if not 0
 *	CYCLES_NAME	what it counts, a string, if not "cycles"
 *	INSTRUCTIONS	the event that counts instructions, a string; or NULL
 *	CYCLES_EVENT	the event that counts cycles on an event counter, a
 *			string, if there is one
 *	MAP_BASE, MAP_OFFSET  where its registers are mapped: a name, and the
 *			bytes from there
 *	NUMBERS		what a document puts before the numbers of its events,
 *			a string, if one does
 *	CORE_CONDITIONS	if the target's state can be read: the array of struct
 *			catalog_condition
 *
 *	CORE_IDENTITIES	what must hold of its counts, if anything: the array of
 *			struct catalog_identity
 *	CORE_THRESHOLDS	names of the events that are compared with a threshold
 *	CORE_LAYERS	if metrics come by layer: what their names begin with
 *	CORE_IDLE	the note on what a counter without an event is given, if
 *			there is something to say of it
 *	CORE_NO_ORDER	why scripts have not a document's order, if one has it
 *	CORE_OWN_MAP	if the registers' places are no document's: whose
 *
 * and gets `const struct catalog_monitor catalog_CORE`.  What begins with CORE
 * is undefined again, the rest is the family's.
 *
 * TEXT_ROWS has, each with its `cores` first:
 * METRIC(cores, "name", "title", "definition", "formula", "unit", scale,
 *	  direction, low, high, "source", "notes")
 * NOTE(cores, "id", when, "text", "source", "events")
 * GROUP(cores, "name", "title", "metrics", "source")
 * REFUSAL(cores, "name or glob", "why")
 *
 * RULE_ROWS has, likewise:
 * RULE(cores, kind, "about", "text", "source")
 * RESET(cores, "register", "field", "value", "source")
 */
#define TABLES_PASTE_(a, b) a##b
#define TABLES_PASTE(a, b)  TABLES_PASTE_(a, b)
#define TABLE(what)         TABLES_PASTE(CORE, what)
#define TABLES_COUNT(what)  (sizeof(TABLE(what)) / sizeof(TABLE(what)[0]))
#define TABLES_TEXT_(word)  #word
#define TABLES_TEXT(word)   TABLES_TEXT_(word)
#define EVENT_UNKNOWN       EVENT_KIND_UNKNOWN

/*
 * Who has an ABOUT row has them from there, and PMN and CYCLES_COUNTER from the
 * COUNTER rows: all that count no cycles, and the one that does.
 */
#ifndef SPACE
#define TABLES_FROM_ROWS
enum {
#define ABOUT(cores, name, space, ...) ON_##cores(TABLE(_space) = (space), )
#include MONITOR_ROWS
};
enum {
#define COUNTER(id, name, reg, title, cores)                                   \
	ON_##cores(TABLES_PASTE(CORE, _counter_##id), )
#include MONITOR_ROWS
	TABLE(_counters),
	TABLE(_counter_NONE) = 32,
};
enum {
#define ABOUT(cores, name, space, way, title, summary, sources, instructions,  \
	      cycles, counter)                                                 \
	ON_##cores(TABLE(_fixed) = TABLES_PASTE(CORE, _counter_##counter), )
#include MONITOR_ROWS
};
#define SPACE          TABLE(_space)
#define CYCLES_COUNTER TABLE(_fixed)
#define PMN                                                                    \
	(((UINT32_C(1) << TABLE(_counters)) - 1) &                             \
	 ~(uint32_t)(UINT64_C(1) << TABLE(_fixed)))
#endif

#ifndef REGISTER_BITS
#define REGISTER_BITS 32
#endif
#ifndef CYCLES_COUNTER
#define CYCLES_COUNTER 0
#endif
#ifndef CYCLES_NAME
#define CYCLES_NAME "cycles"
#endif
#ifndef CYCLES_EVENT
#define CYCLES_EVENT NULL
#endif
#ifndef RULE_ROWS
#define RULE_ROWS TEXT_ROWS
#endif
#ifndef NUMBERS
#define NUMBERS NULL
#endif
#ifndef MAP_BASE
#define MAP_BASE   NULL
#define MAP_OFFSET 0
#endif
#ifndef CORE_NAME
#define CORE_NAME TABLES_TEXT(CORE)
#endif
#ifndef CORE_SEQUENCE
#define CORE_SEQUENCE ""
#endif

static const struct catalog_counter TABLE(_counter)[] = {
#define COUNTER(id, name, reg, title, cores) ON_##cores({ #name, title }, )
#include MONITOR_ROWS
};

static const struct catalog_register TABLE(_reg)[] = {
#define REGISTER(name, address, title, aliases, source, cores)                 \
	ON_##cores({ #name,                                                    \
		     { address, SPACE, REGISTER_BITS },                        \
		     title,                                                    \
		     aliases,                                                  \
		     source }, )
#include MONITOR_ROWS
};

static const struct catalog_field TABLE(_field)[] = {
#define FIELD(reg, name, lsb, width, access, title, cores)                     \
	ON_##cores({ #reg,                                                     \
		     #name,                                                    \
		     { lsb, width },                                           \
		     ACCESS_##access,                                          \
		     title,                                                    \
		     false }, )
#define EVENT_FIELD(reg, name, lsb, width, access, title, cores)               \
	ON_##cores({ #reg,                                                     \
		     #name,                                                    \
		     { lsb, width },                                           \
		     ACCESS_##access,                                          \
		     title,                                                    \
		     true }, )
#define COUNTER_BITS(reg, name, lsb, width, access, title, cores)              \
	ON_##cores({ #reg,                                                     \
		     #name,                                                    \
		     { lsb, width },                                           \
		     ACCESS_##access,                                          \
		     title,                                                    \
		     false,                                                    \
		     false,                                                    \
		     0,                                                        \
		     true }, )
#define EVENT_BITS(reg, name, lsb, width, access, first, title, cores)         \
	ON_##cores({ #reg,                                                     \
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
	ON_##cores({ #reg, #name, { lsb, width }, ACCESS_##access, title }, )
#include MONITOR_ROWS
	{ 0 },
};
#undef JOINT

static const struct catalog_event TABLE(_event)[] = {
#define CYCLES(title, source, aliases, note)                                   \
	{ CYCLES_NAME,                                                         \
	  TALLY_EVENT_CYCLES,                                                  \
	  EVENT_DURATION,                                                      \
	  EVIDENCE_AGREED,                                                     \
	  1u << CYCLES_COUNTER,                                                \
	  title,                                                               \
	  source,                                                              \
	  aliases,                                                             \
	  note },
#define EVENT(id, name, code, cores, kind, rate, evidence, title, source,      \
	      aliases, note)                                                   \
	ON_##cores({ #name, code, EVENT_##kind, EVIDENCE_##evidence, PMN,      \
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
#define METRIC(cores, ...) ON_##cores({ __VA_ARGS__ }, )
#include TEXT_ROWS
};

static const struct catalog_note TABLE(_note)[] = {
#define NOTE(cores, ...) ON_##cores({ __VA_ARGS__ }, )
#include TEXT_ROWS
};

static const struct catalog_group TABLE(_group)[] = {
#define GROUP(cores, ...) ON_##cores({ __VA_ARGS__ }, )
#include TEXT_ROWS
};

/* What the family's other cores have is refused by name. */
static const struct catalog_refusal TABLE(_refusal)[] = {
#define EVENT(id, name, code, cores, ...)                                      \
	OFF_##cores(                                                           \
		{ #name, "this event exists on the " ONLY_##cores " only" }, )
#include MONITOR_ROWS
#define REFUSAL(cores, ...) ON_##cores({ __VA_ARGS__ }, )
#include TEXT_ROWS
};

static const struct catalog_rule TABLE(_rule)[] = {
#define RULE(cores, kind, ...) ON_##cores({ RULE_##kind, __VA_ARGS__ }, )
#include RULE_ROWS
};

static const struct catalog_reset TABLE(_reset)[] = {
#define RESET(cores, ...) ON_##cores({ __VA_ARGS__ }, )
#include RULE_ROWS
};

extern const struct catalog_monitor TABLES_PASTE(catalog_, CORE);
const struct catalog_monitor TABLES_PASTE(catalog_, CORE) = {
#ifdef TABLES_FROM_ROWS
/* NOLINTBEGIN(bugprone-macro-parentheses): initialisers */
#define ABOUT(cores, name_, space, way, title_, summary_, sources_,            \
	      instructions_, cycles_, counter)                                 \
	ON_##cores(.name = name_, .title = title_, .summary = summary_,        \
		   .sources = sources_, .native = way,                         \
		   .instructions = instructions_, .cycles = cycles_, )
#include MONITOR_ROWS
/* NOLINTEND(bugprone-macro-parentheses) */
#else
	.name = CORE_NAME,
	.title = CORE_TITLE,
	.summary = CORE_SUMMARY,
	.sources = CORE_SOURCES,
	.native = NATIVE,
	.instructions = INSTRUCTIONS,
	.cycles = CYCLES_EVENT,
#endif
	.monitor = &TABLES_PASTE(tally_, CORE),
	.counter = TABLE(_counter),
	.event = TABLE(_event),
	.events = TABLES_COUNT(_event),
	.reg = TABLE(_reg),
	.regs = TABLES_COUNT(_reg),
	.field = TABLE(_field),
	.fields = TABLES_COUNT(_field),
	.joint = TABLE(_joint),
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
#ifdef CORE_LAYERS
	.layers = CORE_LAYERS,
#endif
#ifdef CORE_IDLE
	.idle = CORE_IDLE,
#endif
#ifdef CORE_NO_ORDER
	.no_order = CORE_NO_ORDER,
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
	.reset = TABLE(_reset),
	.resets = TABLES_COUNT(_reset),
	.sequence = CORE_SEQUENCE,
	.overview = "overview",
	.numbers = NUMBERS,
	.base = MAP_BASE,
	.offset = MAP_OFFSET,
};

#undef CORE
#undef CORE_NAME
#undef CORE_SEQUENCE
#undef CORE_TITLE
#undef CORE_SUMMARY
#undef CORE_SOURCES
#undef CORE_CONDITIONS
#undef CORE_IDENTITIES
#undef CORE_LAYERS
#undef CORE_THRESHOLDS
#undef CORE_OWN_MAP
#undef CORE_IDLE
#undef CORE_NO_ORDER
#ifdef TABLES_FROM_ROWS
#undef TABLES_FROM_ROWS
#undef SPACE
#undef CYCLES_COUNTER
#undef PMN
#endif
