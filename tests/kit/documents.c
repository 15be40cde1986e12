/* SPDX-License-Identifier: MIT */
/* Reads tests/documents; see documents.h. */
#include "documents/document_rows.h"

#include <fnmatch.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "space/space.h"

/* Room for the pattern of a space's places. */
enum { PATTERN = 64 };

/* The pattern of a place in a document, which leaves out the core's register.
 */
static void pattern_of(const struct space *s, char pattern[PATTERN])
{
	char *core;

	snprintf(pattern, PATTERN, "%s", s->place);
	core = strstr(pattern, "Rd,");
	if (core)
		memmove(core, core + 3, strlen(core + 3) + 1);
}

/* A register's place, as the documents write it: by the row of its space. */
static bool place_of(const char *text, struct tally_reg *reg)
{
	const struct space *s;
	unsigned n, bit;

	for (unsigned i = 0; (s = space_nth(i)); i++) {
		char pattern[PATTERN];
		unsigned crm, opc2, number;
		const char *rest = NULL;

		if (!s->memory) {
			pattern_of(s, pattern);
			rest = space_take(text, pattern, &reg->addr);
		}
		if (!rest || (*rest && *rest != ' '))
			continue;
		reg->space = s->number;
		reg->addr |= s->pair;
		if (!strstr(rest, " behind "))
			return true;
		if (sscanf(rest, " behind c%u,%u=%u", &crm, &opc2, &number) !=
		    3)
			return false;
		reg->addr =
			TALLY_NTH(reg->addr, TALLY_CP(0, 0, crm, opc2), number);
		return true;
	}
	reg->space = TALLY_MMIO;
	if (sscanf(text, "base+%x bit %u", &n, &bit) == 2)
		reg->addr = TALLY_BIT_OF(n, bit);
	else if (sscanf(text, "base+%x", &reg->addr) != 1)
		return false;
	return true;
}

static void read_register(const struct document_place *at, struct document *d,
			  const char *rest)
{
	struct document_register *r = DOCUMENT_NEXT(d, reg, registers);
	char name[128], where[128];

	if (sscanf(rest, "%127s %127[^\n]", name, where) != 2 ||
	    !place_of(where, &r->reg))
		document_bad(at, "register NAME PLACE");
	document_copy(at, r->name, name);
}

static bool is_access(const char *text)
{
	static const char *const words[] = { "RW", "RO",  "WO",
					     "W1", "W1C", "W1S" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(words[i], text) == 0)
			return true;
	return false;
}

bool document_is_read_only(const struct document_field *f)
{
	return strcmp(f->access, "RO") == 0;
}

static void read_field(const struct document_place *at, struct document *d,
		       const char *rest)
{
	struct document_field *f = DOCUMENT_NEXT(d, field, fields);
	char reg[128], bits[128], name[128];
	unsigned high, low;
	int found;

	if (sscanf(rest, "%127s %127s %127s %3s", reg, bits, name, f->access) !=
	    4)
		document_bad(at, "field REGISTER BITS NAME ACCESS");
	if (!is_access(f->access))
		document_bad(at, "ACCESS is RW, RO, WO, W1, W1C or W1S");
	found = sscanf(bits, "%u:%u", &high, &low);
	if (found == 1)
		low = high;
	if (found < 1 || high > 63 || low > high)
		document_bad(at, "bits are written 31:24 or 7");
	f->field =
		(struct tally_field){ (uint8_t)low, (uint8_t)(high - low + 1) };
	document_copy(at, f->reg, reg);
	document_copy(at, f->name, name);
}

static void read_event(const struct document_place *at, struct document *d,
		       const char *rest)
{
	struct document_event *e = DOCUMENT_NEXT(d, event, events);
	char code[128], name[128], only[128] = "";
	char *end = only;

	if (sscanf(rest, "%127s %127s %127s", code, name, only) < 2)
		document_bad(at, "event CODE NAME [N,N]");
	memset(e, 0, sizeof(*e));
	document_copy(at, e->name, name);
	e->code = strcmp(code, "-") == 0 ? -1 : strtol(code, &end, 0);
	if (*end && end != only)
		document_bad(at, "a code is a number, or -");
	for (const char *n = only; *n; n = *end ? end + 1 : end) {
		e->counter = (unsigned)strtoul(n, &end, 10);
		e->far |= e->counter > 63;
		e->counters |= UINT64_C(1) << (e->counter & 63);
		if (end == n)
			document_bad(at, "counters are numbers");
	}
}

static void read_none(const struct document_place *at, struct document *d,
		      const char *rest)
{
	struct document_event *e = DOCUMENT_NEXT(d, event, events);

	int found;

	memset(e, 0, sizeof(*e));
	found = sscanf(rest, "%li %u", &e->code, &e->counter);
	if (found < 1 || e->counter > 63)
		document_bad(at, "none CODE [N]");
	if (found == 2)
		e->counters = UINT64_C(1) << e->counter;
}

static void read_word(const struct document_place *at, struct document *d,
		      const char *rest)
{
	struct document_word *w = DOCUMENT_NEXT(d, word, words);
	char when[128], reg[128], field[128], value[128] = "";

	if (sscanf(rest, "%127s %127s %127s %127s", when, reg, field, value) <
	    3)
		document_bad(at, "word WHEN REGISTER FIELD [VALUE]");
	if (when[0] == '!' && !value[0])
		document_bad(at, "word !WHEN wants a VALUE");
	document_copy(at, w->when, when);
	document_copy(at, w->reg, reg);
	document_copy(at, w->field, field);
	document_copy(at, w->value, value);
}

static void read_most(const struct document_place *at, struct document *d,
		      const char *rest)
{
	unsigned most;
	char name[128];
	int used;

	if (sscanf(rest, "%u%n", &most, &used) != 1 || most == 0)
		document_bad(at, "most N NAME...");
	rest += used;
	while (sscanf(rest, "%127s%n", name, &used) == 1) {
		struct document_most *row = DOCUMENT_NEXT(d, most, mosts);

		document_copy(at, row->name, name);
		row->most = most;
		rest += used;
	}
}

static unsigned permit(const struct document_place *at, const char *text)
{
	char *end;
	unsigned long bits = strtoul(text, &end, 0);

	if (strcmp(text, "-") == 0)
		return 0;
	if (strcmp(text, "open") == 0)
		return DOCUMENT_OPEN;
	if (*end || !bits || bits >= DOCUMENT_OPEN)
		document_bad(at, "user mode: bits of the switch, open or -");
	return (unsigned)bits;
}

static void read_user(const struct document_place *at, struct document *d,
		      const char *rest)
{
	struct document_user *u = DOCUMENT_NEXT(d, user, users);
	char reg[128], reads[128], writes[128];

	if (sscanf(rest, "%127s %127s %127s", reg, reads, writes) != 3)
		document_bad(at, "user REGISTER READ WRITE");
	document_copy(at, u->reg, reg);
	u->read = permit(at, reads);
	u->write = permit(at, writes);
}

static void read_reset(const struct document_place *at, struct document *d,
		       const char *rest)
{
	struct document_reset *r = DOCUMENT_NEXT(d, reset, resets);
	char reg[128], field[128];

	if (sscanf(rest, "%127s %127s %63[^\n]", reg, field, r->value) != 3)
		document_bad(at, "reset REGISTER FIELD VALUE");
	document_copy(at, r->reg, reg);
	document_copy(at, r->field, field);
}

static void read_switch(const struct document_place *at, struct document *d,
			const char *rest)
{
	char reg[128];

	if (sscanf(rest, "%127s", reg) != 1)
		document_bad(at, "switch REGISTER");
	document_copy(at, d->toggle, reg);
}

static void read_way(const struct document_place *at, struct document *d,
		     const char *rest)
{
	char ways[128];
	size_t length;

	rest += strspn(rest, " ");
	snprintf(ways, sizeof(ways), "%s", rest);
	for (length = strlen(ways); length && ways[length - 1] == ' ';)
		ways[--length] = '\0';
	if (!length)
		document_bad(at, "way NAME...");
	document_copy(at, d->way, ways);
}

static void read_identity(const struct document_place *at, struct document *d,
			  const char *rest)
{
	struct document_identity *row = DOCUMENT_NEXT(d, identity, identities);
	char where[128];

	if (sscanf(rest, " %127[^=] = %" SCNx64 " / %" SCNx64 " / %" SCNx64,
		   where, &row->value, &row->mask, &row->left) < 3 ||
	    !place_of(where, &row->reg))
		document_bad(at, "identity PLACE = VALUE / MASK [/ LEFT]");
}

static void read_counts(const struct document_place *at, struct document *d,
			const char *rest)
{
	char what[128], name[128];

	if (sscanf(rest, "%127s %127s", what, name) != 2)
		document_bad(at, "counts WHAT NAME");
	if (strcmp(what, "instructions") == 0)
		document_copy(at, d->instructions, name);
	else if (strcmp(what, "cycles") == 0)
		document_copy(at, d->cycles, name);
	else
		document_bad(at, "counts instructions EVENT, or cycles EVENT");
}

static void read_tree(const struct document_place *at, struct document *d,
		      const char *rest)
{
	if (sscanf(rest, " %63[^\n]", d->tree) != 1)
		document_bad(at, "tree NAME...");
}

/* Is the monitor among those of an `of` row? */
static bool is_of(const char *rest, const char *monitor)
{
	char pattern[128];
	int used;

	while (sscanf(rest, "%127s%n", pattern, &used) == 1) {
		if (fnmatch(pattern, monitor, 0) == 0)
			return true;
		rest += used;
	}
	return false;
}

static void read_line(const struct document_place *at, struct document *d,
		      char *line, const char *monitor, bool *mine)
{
	static const struct {
		const char *word;
		void (*read)(const struct document_place *at,
			     struct document *d, const char *rest);
	} kinds[] = {
		{ "register", read_register },
		{ "field", read_field },
		{ "event", read_event },
		{ "none", read_none },
		{ "most", read_most },
		{ "word", read_word },
		{ "user", read_user },
		{ "switch", read_switch },
		{ "way", read_way },
		{ "reset", read_reset },
		{ "identity", read_identity },
		{ "counts", read_counts },
		{ "tree", read_tree },
		{ "reach", document_read_reach },
		{ "evidence", document_read_evidence },
		{ "many", document_read_many },
		{ "asks", document_read_asks },
	};
	char word[128];
	int used;

	line[strcspn(line, "#\n")] = '\0';
	if (sscanf(line, "%127s%n", word, &used) != 1)
		return;
	if (strcmp(word, "of") == 0) {
		*mine = is_of(line + used, monitor);
		return;
	}
	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(word, kinds[i].word) != 0)
			continue;
		if (*mine)
			kinds[i].read(at, d, line + used);
		return;
	}
	document_bad(at, "no such kind of row: see README");
}

/* A reading: whose rows, where to; or who is told of each name instead. */
struct reading {
	const char *monitor;
	struct document *d;
	document_named *named;
};

static void read_file(FILE *f, struct document_place *at,
		      const struct reading *r)
{
	char line[1024], pattern[128];
	const char *rest;
	bool mine = false;
	int used;

	while (fgets(line, sizeof(line), f)) {
		at->line++;
		if (!r->named) {
			read_line(at, r->d, line, r->monitor, &mine);
			continue;
		}
		line[strcspn(line, "#\n")] = '\0';
		if (strncmp(line, "of ", 3) != 0)
			continue;
		for (rest = line + 3;
		     sscanf(rest, "%127s%n", pattern, &used) == 1; rest += used)
			r->named(at->path, at->line, pattern);
	}
}

static void read_files(const struct reading *r)
{
	const char *root = getenv("TALLY_ROOT");
	char pattern[1024];
	glob_t files;

	snprintf(pattern, sizeof(pattern), "%s/tests/documents/*.txt",
		 root ? root : ".");
	if (glob(pattern, 0, NULL, &files) != 0) {
		fprintf(stderr, "%s: no such file\n", pattern);
		exit(1);
	}
	for (size_t i = 0; i < files.gl_pathc; i++) {
		struct document_place at = { files.gl_pathv[i], 0 };
		FILE *f = fopen(at.path, "r");

		if (!f)
			document_bad(&at, "cannot be read");
		read_file(f, &at, r);
		fclose(f);
	}
	globfree(&files);
}

void document_read(const char *monitor, struct document *d)
{
	const struct reading r = { monitor, d, NULL };

	memset(d, 0, sizeof(*d));
	read_files(&r);
}

void document_each_name(document_named *named)
{
	const struct reading r = { NULL, NULL, named };

	read_files(&r);
}

const struct document_field *document_field(const struct document *d,
					    const char *reg, const char *name)
{
	for (unsigned i = 0; i < d->fields; i++)
		if (strcmp(d->field[i].name, name) == 0 &&
		    fnmatch(d->field[i].reg, reg, 0) == 0)
			return &d->field[i];
	return NULL;
}

bool document_star(const char *pattern, const char *name, char *star)
{
	const char *at = strchr(pattern, '*');
	size_t before, after, whole = strlen(name);

	star[0] = '\0';
	if (!at)
		return strcmp(pattern, name) == 0;
	before = (size_t)(at - pattern);
	after = strlen(at + 1);
	if (whole <= before + after || strncmp(pattern, name, before) != 0 ||
	    strcmp(at + 1, name + whole - after) != 0)
		return false;
	memcpy(star, name + before, whole - before - after);
	star[whole - before - after] = '\0';
	return true;
}

void document_fill(const char *pattern, const char *star, char *name)
{
	const char *at = strchr(pattern, '*');

	if (at)
		snprintf(name, DOCUMENT_NAME, "%.*s%s%s", (int)(at - pattern),
			 pattern, star, at + 1);
	else
		snprintf(name, DOCUMENT_NAME, "%s", pattern);
}
