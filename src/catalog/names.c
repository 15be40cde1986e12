/* SPDX-License-Identifier: MIT */
/*
 * How names compare, how lists of them are walked, and what the catalogue's
 * enumerations are called.
 */
#include "catalog/names.h"

#include <stdio.h>
#include <string.h>

#include "catalog/catalog.h"

static char lower(char c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool name_same(const char *a, const char *b)
{
	while (*a && lower(*a) == lower(*b)) {
		a++;
		b++;
	}
	return lower(*a) == lower(*b);
}

bool name_match(const char *glob, const char *name)
{
	const char *star = NULL, *resume = NULL;

	while (*name) {
		if (*glob == '*') {
			star = ++glob;
			resume = name;
		} else if (*glob &&
			   (*glob == '?' || lower(*glob) == lower(*name))) {
			glob++;
			name++;
		} else if (star) {
			glob = star;
			name = ++resume;
		} else {
			return false;
		}
	}
	while (*glob == '*')
		glob++;
	return !*glob;
}

const char *name_within(const char *name)
{
	const char *slash = strchr(name, '/');

	return slash ? slash + 1 : name;
}

void name_word(const char *name, char *word, unsigned room)
{
	const char *from = name_within(name);
	unsigned i;

	for (i = 0; from[i] && i + 1 < room; i++)
		word[i] = (char)(from[i] == '-' ? '_' : from[i]);
	word[i] = '\0';
}

const char *name_bare(const char *alias)
{
	const char *colon = strchr(alias, ':');

	return colon ? colon + 1 : alias;
}

/*
 * perf's generic events of hardware, and of a cache what may be counted of it
 * [Linux include/uapi/linux/perf_event.h, tools/perf/util/evsel.c].
 */
static const char *const hardware[] = {
	"cpu-cycles",
	"instructions",
	"cache-references",
	"cache-misses",
	"branch-instructions",
	"branches",
	"branch-misses",
	"bus-cycles",
	"ref-cycles",
	"stalled-cycles-frontend",
	"stalled-cycles-backend",
};
static const char *const caches[] = {
	"L1-dcache-", "L1-icache-", "LLC-",  "dTLB-",
	"iTLB-",      "branch-",    "node-",
};
static const char *const counted[] = {
	"loads",        "load-misses", "stores",
	"store-misses", "prefetches",  "prefetch-misses",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool is_one_of(const char *name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (name_same(list[i], name))
			return true;
	return false;
}

static bool begins(const char *name, const char *with)
{
	while (*with && lower(*name) == lower(*with)) {
		name++;
		with++;
	}
	return !*with;
}

const char *name_elsewhere(const char *name)
{
	name = name_bare(name);
	if (begins(name, "PAPI_"))
		return "PAPI";
	if (is_one_of(name, hardware, COUNT(hardware)))
		return "perf";
	for (unsigned i = 0; i < COUNT(caches); i++)
		if (begins(name, caches[i]) &&
		    is_one_of(name + strlen(caches[i]), counted,
			      COUNT(counted)))
			return "perf";
	return NULL;
}

static int hex_digit(char c)
{
	c = lower(c);
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool name_raw(const char *name, unsigned *code)
{
	unsigned value = 0, digits = 0;

	if (lower(name[0]) == 'r')
		name++;
	else if (name[0] == '0' && lower(name[1]) == 'x')
		name += 2;
	else
		return false;
	for (; hex_digit(*name) >= 0 && digits < 5; name++, digits++)
		value = value << 4 | (unsigned)hex_digit(*name);
	if (*name || !digits || digits > 4)
		return false;
	*code = value;
	return true;
}

bool name_decimal(const char *text, unsigned *value)
{
	unsigned digits = 0;

	for (*value = 0; text[digits] >= '0' && text[digits] <= '9'; digits++)
		if (digits == 3)
			return false;
		else
			*value = *value * 10 + (unsigned)(text[digits] - '0');
	return digits && !text[digits];
}

/* If `word` and a colon come first, gives what follows them. */
static const char *after(const char *name, const char *word)
{
	while (*word && lower(*name) == lower(*word)) {
		name++;
		word++;
	}
	return !*word && *name == ':' ? name + 1 : NULL;
}

/* As documents print them: AN3636's table 1 has Com:17 and Com17, C2:59 and
 * C2L59. */
static const char *after_printed(const char *name, const char *word)
{
	if (!begins(name, word))
		return NULL;
	name += strlen(word);
	return *name == ':' ? name + 1 : name;
}

bool name_number(const char *name, const char *prefix, unsigned *counter,
		 unsigned *number)
{
	const char *kind = after(name, prefix), *digits;

	if (!kind)
		return false;
	*counter = NAME_ANY_COUNTER;
	digits = after_printed(kind, "Ref");
	if (!digits)
		digits = after_printed(kind, "Com");
	if (digits)
		return name_decimal(digits, number);
	if (lower(kind[0]) != 'c' || kind[1] < '0' || kind[1] > '9' ||
	    (kind[2] != ':' && lower(kind[2]) != 'l'))
		return false;
	*counter = (unsigned)(kind[1] - '0');
	return name_decimal(kind + 3, number);
}

/* Takes one piece off a list; the list then begins behind the separator. */
static bool next_piece(const char **list, char separator, char *piece,
		       unsigned room)
{
	size_t length = 0, kept;

	while (**list == separator)
		(*list)++;
	if (!**list)
		return false;
	while ((*list)[length] && (*list)[length] != separator)
		length++;
	kept = length < room ? length : room - 1;
	memcpy(piece, *list, kept);
	piece[kept] = '\0';
	*list += length;
	return true;
}

bool catalog_word(const char **list, char *word, unsigned room)
{
	return next_piece(list, ' ', word, room);
}

bool catalog_alias(const char **list, char *alias, unsigned room)
{
	return next_piece(list, ';', alias, room);
}

bool catalog_about(const char *about, const char *name)
{
	char word[96];

	while (catalog_word(&about, word, sizeof(word)))
		if (name_match(word, name))
			return true;
	return false;
}

const struct catalog_class *catalog_event_class(const struct catalog_monitor *m,
						const struct catalog_event *e)
{
	if (tally_event_uncoded(e->code))
		return NULL;
	for (unsigned i = 0; i < m->event_classes; i++)
		if (e->code >= m->event_class[i].first &&
		    e->code <= m->event_class[i].last)
			return &m->event_class[i];
	return NULL;
}

bool catalog_has_word(const char *list, const char *word)
{
	char each[96];

	while (catalog_word(&list, each, sizeof(each)))
		if (!strcmp(each, word))
			return true;
	return false;
}

const char *access_text(enum access a)
{
	static const char *const text[] = {
		[ACCESS_RW] = "RW", [ACCESS_RO] = "RO",   [ACCESS_WO] = "WO",
		[ACCESS_W1] = "W1", [ACCESS_W1C] = "W1C", [ACCESS_W1S] = "W1S",
	};

	return text[a];
}

const char *evidence_text(enum evidence e)
{
	switch (e) {
	case EVIDENCE_NOT_ESTABLISHED:
		return "not established";
	case EVIDENCE_TRANSCRIBED:
		return "transcribed";
	case EVIDENCE_MISCOUNTED:
		return "agreed on its meaning";
	case EVIDENCE_AGREED:
		return "agreed";
	case EVIDENCE_BOARD:
		return "runs on a board";
	case EVIDENCE_INDEPENDENT:
		return "seen on an independent implementation";
	}
	return "?";
}

const char *evidence_words(enum evidence e)
{
	switch (e) {
	case EVIDENCE_NOT_ESTABLISHED:
		return "no source that was found settles it";
	case EVIDENCE_TRANSCRIBED:
		return "taken from one source, checked against no other";
	case EVIDENCE_MISCOUNTED:
		return "two sources say the same of what it counts, and an "
		       "erratum says that the count is wrong";
	case EVIDENCE_AGREED:
		return "two independent sources say the same";
	case EVIDENCE_BOARD:
		return "checked on a simulated board";
	case EVIDENCE_INDEPENDENT:
		return "seen on an implementation that others made";
	}
	return "?";
}

/* The first word of each part is the document's tag. */
enum evidence evidence_of_source(const char *source)
{
	char part[96], first[96] = "";

	while (catalog_alias(&source, part, sizeof(part))) {
		char *tag = part + strspn(part, " ");

		tag[strcspn(tag, " ")] = '\0';
		if (*first && !name_same(first, tag))
			return EVIDENCE_AGREED;
		memcpy(first, tag, strlen(tag) + 1);
	}
	return *first ? EVIDENCE_TRANSCRIBED : EVIDENCE_NOT_ESTABLISHED;
}

const char *event_kind_text(enum event_kind k)
{
	switch (k) {
	case EVENT_OCCURRENCE:
		return "occurrence";
	case EVENT_DURATION:
	case EVENT_CLOCK:
		return "duration";
	case EVENT_KIND_UNKNOWN:
		return "unknown";
	}
	return "?";
}

const char *direction_text(enum direction d)
{
	switch (d) {
	case DIRECTION_NONE:
		return "neither";
	case DIRECTION_LOWER:
		return "lower is better";
	case DIRECTION_HIGHER:
		return "higher is better";
	}
	return "?";
}

static const struct {
	const char *name, *words;
} conditions[CONDITIONS] = {
	[WHEN_ALWAYS] = { "always", "always" },
	[WHEN_DIVIDED] = { "divided",
			   "the cycle counter counts every 64th cycle" },
	[WHEN_MEASURED] = { "measured", "Tally does the counting" },
	[WHEN_DOCUMENTED] = { "documented_order",
			      "it is programmed in the document's own order" },
	[WHEN_DEBUG_TRACKED] = { "debug_tracked",
				 "DBGACK is tracked, which may hold the "
				 "counters in the middle of a burst" },
	[WHEN_BURST_BROKEN] = { "burst_broken",
				"an ERROR or a RETRY cut bursts short" },
	[WHEN_PREDICTION_OFF] = { "prediction_off",
				  "branch prediction is off" },
	[WHEN_PREDICTION_ON] = { "prediction_on", "branch prediction is on" },
	[WHEN_DYNAMIC_PREDICTION_OFF] = { "dynamic_prediction_off",
					  "dynamic prediction is off" },
	[WHEN_STATIC_PREDICTION_OFF] = { "static_prediction_off",
					 "static prediction is off" },
	[WHEN_RETURN_STACK_OFF] = { "return_stack_off",
				    "the return stack is off" },
	[WHEN_RETURN_STACK_ON] = { "return_stack_on",
				   "the return stack is on" },
	[WHEN_ICACHE_OFF] = { "icache_off", "the instruction cache is off" },
	[WHEN_ICACHE_ON] = { "icache_on", "the instruction cache is on" },
	[WHEN_ICACHE_ON_PREDICTION_OFF] = { "icache_on_prediction_off",
					    "the instruction cache is on, "
					    "branch prediction is off" },
	[WHEN_ICACHE_ON_PREDICTION_ON] = { "icache_on_prediction_on",
					   "the instruction cache and branch "
					   "prediction are on" },
	[WHEN_ICACHE_ON_RETURN_STACK_ON] = { "icache_on_return_stack_on",
					     "the instruction cache and the "
					     "return stack are on" },
	[WHEN_DCACHE_OFF] = { "dcache_off", "the data cache is off" },
	[WHEN_MMU_OFF] = { "mmu_off", "the MMU is off" },
	[WHEN_MMU_ON] = { "mmu_on", "the MMU is on" },
	[WHEN_DATA_TCM] = { "data_tcm", "there is data TCM" },
};

bool catalog_note_conditional(const struct catalog_note *n)
{
	return n->when > WHEN_DOCUMENTED;
}

const char *condition_text(enum condition c)
{
	return c < CONDITIONS ? conditions[c].name : "?";
}

const char *condition_words(enum condition c)
{
	return c < CONDITIONS ? conditions[c].words : "?";
}

const char *rule_kind_text(enum rule_kind k)
{
	static const char *const text[RULE_KINDS] = {
		[RULE_ACCESS] = "access",
		[RULE_START] = "start",
		[RULE_STOP] = "stop",
		[RULE_CLEAR] = "clear",
		[RULE_OVERFLOW] = "overflow",
		[RULE_TRAP] = "trap",
		[RULE_CONTRADICTION] = "contradiction",
		[RULE_SILENT] = "silent",
	};

	return k < RULE_KINDS ? text[k] : "?";
}

void name_append(char *list, unsigned room, const char *name, unsigned before)
{
	enum { SHOWN = 6 };
	char *more = before > SHOWN ? strstr(list, " and ") : NULL;
	const size_t used = more ? (size_t)(more - list) : strlen(list);

	if (before < SHOWN)
		snprintf(list + used, room - used, "%s%s", before ? ", " : "",
			 name);
	else
		snprintf(list + used, room - used, " and %u more",
			 before - SHOWN + 1);
}
