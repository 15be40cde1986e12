/* SPDX-License-Identifier: MIT */
/*
 * Puts files together.  A header is inserted where it is first included, and
 * nowhere else.  A file of rows (.def) is inserted wherever it is included,
 * since its macros mean something else each time.  An #include of a file that
 * is not the library's own stays as it is.
 */
#include "amalgam/amalgam.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "amalgam/monitors.h"
#include "amalgam/sources.h"
#include "catalog/names.h"

enum { NAME_ROOM = 128, WAY_ROOM = 16, DEPTH = 8 };

/*
 * A monitor's source, and where it is declared.  That of a core of a list is
 * its family's, which has the core's word from TALLY_CORE.
 */
struct home {
	unsigned source, declared;
	unsigned
		rows; /* what TALLY_CORE_ROWS are; source_count: no such core */
	char word[NAME_ROOM];
};

struct merge {
	FILE *out;
	bool *taken;          /* per source: it has been inserted already */
	unsigned rows;        /* as its core's home has them */
	char lacks[WAY_ROOM]; /* the way without a source; "" */
};

static bool ends_in(const char *name, const char *end)
{
	size_t n = strlen(name), e = strlen(end);

	return n >= e && !strcmp(name + n - e, end);
}

/* The index of the source with that name, or source_count. */
static unsigned find(const char *name)
{
	unsigned i;

	for (i = 0; i < source_count; i++)
		if (!strcmp(sources[i].name, name))
			break;
	return i;
}

/* The index of the source that a line includes; source_count: none of ours. */
static unsigned included(const char *line, const char *from)
{
	const char *slash = strrchr(from, '/');
	char name[NAME_ROOM], end;
	const char *given;
	int length;

	if (strncmp(line, "#include ", 9) != 0)
		return source_count;
	end = line[9] == '<' ? '>' : '"';
	given = line + 10;
	length = (int)strcspn(given, (const char[]){ end, 0 });
	if (end == '>')
		snprintf(name, sizeof(name), "include/%.*s", length, given);
	else
		snprintf(name, sizeof(name), "%.*s%.*s",
			 (int)(slash - from) + 1, from, length, given);
	return find(name);
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as the files include each other */
static void put(struct merge *m, unsigned file, unsigned depth)
{
	const struct source *s = &sources[file];

	if (depth > DEPTH || (m->taken[file] && !ends_in(s->name, ".def")))
		return;
	m->taken[file] = true;
	fprintf(m->out, "\n/* ---- %s ---- */\n", s->name);
	for (const char *const *line = s->line; *line; line++) {
		unsigned other = included(*line, s->name);

		if (strstr(*line, "SPDX-License-Identifier"))
			continue;
		if (!strcmp(*line, "#include TALLY_CORE_ROWS\n"))
			other = m->rows;
		if (other == source_count)
			fputs(*line, m->out);
		else
			put(m, other, depth + 1);
	}
}

static void put_all(struct merge *m, const char *folder)
{
	size_t n = strlen(folder);

	for (unsigned i = 0; i < source_count; i++)
		if (!strncmp(sources[i].name, folder, n) &&
		    ends_in(sources[i].name, ".c"))
			put(m, i, 0);
}

/* The source with a line that begins with `text` and NAME, or source_count. */
static unsigned file_with(const char *text, const char *name)
{
	size_t n = strlen(text), length = strlen(name);
	unsigned i;

	for (i = 0; i < source_count; i++)
		for (const char *const *line = sources[i].line; *line; line++)
			if (!strncmp(*line, text, n) &&
			    !strncmp(*line + n, name, length) &&
			    strchr(" ;)", (*line)[n + length]))
				return i;
	return source_count;
}

static const char homes[] = "src/monitors/";

/*
 * Finds a core of a list: its rows are FAMILY/WORD.def, the source is its
 * family's one_FAMILY.c, and FAMILY.h declares it.
 */
static bool find_core(struct home *h)
{
	static const char rows[] = "include/tally/monitors/";
	char name[3 * NAME_ROOM], family[NAME_ROOM];

	for (h->rows = 0; h->rows < source_count; h->rows++) {
		const char *of = sources[h->rows].name;
		const char *slash = strrchr(of, '/');

		if (strncmp(of, rows, strlen(rows)) != 0 || !slash ||
		    slash < of + strlen(rows) ||
		    strncmp(slash + 1, h->word, strlen(h->word)) != 0 ||
		    strcmp(slash + 1 + strlen(h->word), ".def") != 0)
			continue;
		snprintf(family, sizeof family, "%.*s",
			 (int)(slash - of) - (int)strlen(rows),
			 of + strlen(rows));
		snprintf(name, sizeof name, "%s%s/one_%s.c", homes, family,
			 family);
		h->source = find(name);
		snprintf(name, sizeof name, "%s%s.h", rows, family);
		h->declared = find(name);
		return h->source < source_count && h->declared < source_count;
	}
	return false;
}

static bool find_home(struct home *h)
{
	h->rows = source_count;
	h->source = file_with("const struct tally_monitor tally_", h->word);
	h->declared =
		file_with("extern const struct tally_monitor tally_", h->word);
	return (h->source < source_count && h->declared < source_count) ||
	       find_core(h);
}

/* Is this x.c, or x_more.c, where the header is x.h? */
static bool belongs(const char *source, const char *header)
{
	size_t stem = strlen(header) - 2;

	return ends_in(source, ".c") && !strncmp(source, header, stem) &&
	       strchr("._", source[stem]);
}

/*
 * A monitor's source includes headers of mechanisms that it shares with other
 * monitors.  For each such "x.h" the sources x.c and x_more.c are needed, too.
 */
static void put_monitor(struct merge *m, const struct home *home)
{
	m->rows = home->rows;
	if (home->rows < source_count)
		fprintf(m->out, "\n#define TALLY_CORE %s\n", home->word);
	put(m, home->source, 0);
	for (unsigned i = 0; i < source_count; i++) {
		if (!m->taken[i] || !ends_in(sources[i].name, ".h") ||
		    strncmp(sources[i].name, homes, strlen(homes)) != 0)
			continue;
		for (unsigned k = 0; k < source_count; k++)
			if (belongs(sources[k].name, sources[i].name))
				put(m, k, 0);
	}
}

/* The next word of the monitor's native ways, with its spellings in C. */
struct way {
	char large[WAY_ROOM];
	char small[WAY_ROOM];
};

static bool next_way(const char **ways, struct way *w)
{
	unsigned i;

	if (!catalog_word(ways, w->large, sizeof(w->large)))
		return false;
	for (i = 0; w->large[i]; i++)
		w->small[i] = (char)tolower((unsigned char)w->large[i]);
	w->small[i] = '\0';
	return true;
}

/*
 * The declaration of a bus for code that runs on the core, in the words of
 * <tally/native.h>.  A bus to a monitor in memory needs its address.  Of
 * several buses each is called after its monitor.
 */
static void put_bus(FILE *out, const struct catalog_monitor *m,
		    const char *only, bool alone)
{
	const char *ways = only ? only : m->native;
	struct way usual = { "", "" };
	char word[NAME_ROOM] = "";

	if (!alone)
		name_word(m->name, word, sizeof(word));
	next_way(&ways, &usual);
	if (amalgam_in_memory(m))
		fprintf(out,
			" *\tstruct tally_bus_%s %s%sbus =\n"
			" *\t\tTALLY_BUS_%s(ADDRESS, BYTES);\n",
			usual.small, word, alone ? "" : "_", usual.large);
	else
		fprintf(out, " *\tstruct tally_bus %s%sbus = TALLY_BUS_%s;\n",
			word, alone ? "" : "_", usual.large);
}

/*
 * The native buses of some ways; #if keeps those that the compiler's core has.
 */
static void put_native(struct merge *m, const char *ways)
{
	char ops[WAY_ROOM + 8];
	struct way w;

	while (next_way(&ways, &w)) {
		unsigned home;

		snprintf(ops, sizeof(ops), "%s_ops", w.small);
		home = file_with("TALLY_BUS_TABLE(tally_", ops);
		if (home == source_count)
			home = file_with("const struct tally_bus_ops tally_",
					 ops);
		if (home == source_count)
			snprintf(m->lacks, sizeof(m->lacks), "%s", w.large);
		else
			put(m, home, 0);
	}
}

/*
 * The table of a monitor's functions, as its file, or a header of mechanisms
 * that it includes, names it.  False: neither does.
 */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as the files include each other */
static bool find_ops(unsigned file, char *name, unsigned depth)
{
	static const char mark[] = "TALLY_OPS(";

	for (const char *const *line = sources[file].line; *line; line++) {
		const char *at = strstr(*line, mark);
		unsigned other = included(*line, sources[file].name);

		if (at) {
			at += strlen(mark);
			snprintf(name, NAME_ROOM, "%.*s", (int)strcspn(at, ")"),
				 at);
			return true;
		}
		if (depth < DEPTH && other != source_count &&
		    !strncmp(sources[other].name, "src/monitors/", 13) &&
		    find_ops(other, name, depth + 1))
			return true;
	}
	return false;
}

/*
 * Has a core of a list a constant of its own for the way?  Its file, which is
 * compiled for each core, says so.
 */
static bool has_way(unsigned file, const char *way)
{
	char constant[WAY_ROOM + 24];

	snprintf(constant, sizeof(constant), "TALLY_CORE, _%s) = {", way);
	for (const char *const *line = sources[file].line; *line; line++)
		if (strstr(*line, constant))
			return true;
	return false;
}

/*
 * Definitions that tally/only.h asks for.  From another way than the usual one
 * a monitor may be another constant, called after the way.
 */
static bool put_only(struct merge *m, const struct home *home, const char *way)
{
	char name[NAME_ROOM + WAY_ROOM], ops[NAME_ROOM];
	struct way w;

	if (!next_way(&way, &w) || !find_ops(home->source, ops, 0))
		return false;
	snprintf(name, sizeof(name), "%s_%s", home->word, w.small);
	if (file_with("const struct tally_monitor tally_", name) ==
		    source_count &&
	    !(home->rows < source_count && has_way(home->source, w.small)))
		snprintf(name, sizeof(name), "%s", home->word);
	fprintf(m->out,
		"#define TALLY_ONLY_MONITOR tally_%s\n"
		"#define TALLY_ONLY_OPS     %s\n"
		"#define TALLY_ONLY_BUS     tally_%s_ops\n",
		name, ops, w.small);
	return true;
}

void amalgam_name(const struct amalgam *a, char *name, unsigned room)
{
	unsigned used = 0;

	*name = '\0';
	for (unsigned i = 0; i < a->monitors && used + 1 < room; i++) {
		if (i)
			name[used++] = '_';
		name_word(a->monitor[i]->name, name + used, room - used);
		used += (unsigned)strlen(name + used);
	}
}

/* The monitors as they are said behind -m. */
static void put_names(FILE *out, const struct amalgam *a)
{
	for (unsigned i = 0; i < a->monitors; i++)
		fprintf(out, "%s%s", i ? "," : "", a->monitor[i]->name);
}

static void head(FILE *out, const struct amalgam *a, const char *name)
{
	bool alone = a->monitors == 1;

	fputs("/* SPDX-License-Identifier: MIT */\n"
	      "/*\n"
	      " * Tally " TALLY_VERSION,
	      out);
	if (alone)
		fprintf(out, ": %s, in two files.\n", a->monitor[0]->title);
	else
		fputs(", in two files, with\n", out);
	for (unsigned i = 0; i < a->monitors && !alone; i++)
		fprintf(out, " *\t%s\n", a->monitor[i]->title);
	fputs(" * Made by `tally amalgam -m ", out);
	put_names(out, a);
	fprintf(out,
		"%s%s`; better made again than edited.\n"
		" *\n"
		" * Put tally_%s.c among your sources and include%s"
		"tally_%s.h: C11 with\n"
		" * GNU assembly, freestanding, no heap, no data of its "
		"own.\n"
		" * On the core itself the %s\n"
		" *\n",
		a->only ? " --bus " : "", a->only ? a->only : "", name,
		alone ? " " : "\n * ", name, alone ? "bus is" : "buses are");
	for (unsigned i = 0; i < a->monitors; i++)
		put_bus(out, a->monitor[i], a->only, alone);
	fprintf(out,
		" *\n"
		" * and %s below tells the rest.\n"
		" */\n",
		alone ? "struct tally_session"
		      : "tally_together_open(), for one window of all,");
}

/*
 * The sources of the monitors.  In memory there may be several, so their files
 * define no name that another has; the core's, which is one, comes last.
 */
static void put_monitors(struct merge *m, const struct amalgam *a,
			 const struct home home[])
{
	for (unsigned core = 0; core < 2; core++)
		for (unsigned i = 0; i < a->monitors; i++)
			if (amalgam_in_memory(a->monitor[i]) != core)
				put_monitor(m, &home[i]);
	for (unsigned core = 0; core < 2; core++)
		for (unsigned i = 0; i < a->monitors; i++)
			if (amalgam_in_memory(a->monitor[i]) != core)
				put_native(m, a->only ? a->only
						      : a->monitor[i]->native);
}

/* Declares a monitor, and the events that a core of a list has alone. */
static void put_declared(struct merge *m, const struct home *home)
{
	char own[NAME_ROOM];

	put(m, home->declared, 0);
	if (home->rows == source_count)
		return;
	snprintf(own, sizeof(own), "%.*s/own.inc",
		 (int)(strrchr(sources[home->rows].name, '/') -
		       sources[home->rows].name),
		 sources[home->rows].name);
	if (find(own) == source_count)
		return;
	m->rows = home->rows;
	fprintf(m->out, "\n#define TALLY_CORE %s\n", home->word);
	put(m, find(own), 0);
}

/* The text of the header: the library's own, then each monitor's. */
static void put_header(struct merge *m, const char *name,
		       const struct home home[], const struct amalgam *a)
{
	static const char *const api[] = {
		"include/tally/session.h",  "include/tally/region.h",
		"include/tally/native.h",   "include/tally/task.h",
		"include/tally/together.h", "include/tally/log.h",
		"include/tally/ratio.h"
	};

	fprintf(m->out, "#ifndef TALLY_AMALGAM_%s\n#define TALLY_AMALGAM_%s\n",
		name, name);
	for (unsigned i = 0; i < sizeof(api) / sizeof(api[0]); i++)
		put(m, find(api[i]), 0);
	for (unsigned i = 0; i < a->monitors; i++) {
		put_declared(m, &home[i]);
		amalgam_put_events(m->out, a->monitor[i]);
	}
	fputs("\n#endif\n", m->out);
}

bool amalgam_write(const struct amalgam *a, FILE *header, FILE *source,
		   struct error *err)
{
	struct merge merge = { .out = header, .rows = source_count };
	struct home home[REQUEST_MEMBERS];
	char name[AMALGAM_NAME];
	bool good = true;

	for (unsigned i = 0; i < a->monitors; i++) {
		name_word(amalgam_base(a->monitor[i])->name, home[i].word,
			  sizeof(home[i].word));
		if (!find_home(&home[i]))
			return error_set(err,
					 "this build does not hold the source "
					 "of %s; build again from a whole tree",
					 a->monitor[i]->name);
	}
	merge.taken = calloc(source_count, sizeof(*merge.taken));
	if (!merge.taken)
		return error_no_memory(err);
	amalgam_name(a, name, sizeof(name));
	head(header, a, name);
	put_header(&merge, name, home, a);

	merge.out = source;
	head(source, a, name);
	if (a->only)
		good = put_only(&merge, &home[0], a->only);
	fprintf(source, "#include \"tally_%s.h\"\n", name);
	put_all(&merge, "src/core/");
	put_monitors(&merge, a, home);
	free(merge.taken);
	if (*merge.lacks)
		return error_set(err,
				 "this build does not hold the source of the "
				 "way %s; build again from a whole tree",
				 merge.lacks);
	return good ||
	       error_set(err,
			 "%s: --bus wants .ops = TALLY_OPS(TALLY_INNER table)",
			 a->monitor[0]->name);
}
