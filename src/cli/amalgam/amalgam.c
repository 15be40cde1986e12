/* SPDX-License-Identifier: MIT */
/*
 * Puts files together.  A header is inserted where it is first included, and
 * nowhere else.  A file of rows (.def) is inserted wherever it is included,
 * since its macros mean something else each time.  An #include of a file that
 * is not the library's own stays as it is.
 */
#include "cli/amalgam/amalgam.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/names.h"
#include "cli/amalgam/sources.h"

enum { NAME_ROOM = 128, WAY_ROOM = 16, DEPTH = 8 };

struct merge {
	FILE *out;
	bool *taken; /* per source: it has been inserted already */
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
static void put_monitor(struct merge *m, unsigned home)
{
	static const char room[] = "src/monitors/";

	put(m, home, 0);
	for (unsigned i = 0; i < source_count; i++) {
		if (!m->taken[i] || !ends_in(sources[i].name, ".h") ||
		    strncmp(sources[i].name, room, strlen(room)) != 0)
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
 * <tally/native.h>.  A bus to a monitor in memory needs its address.
 */
static void bus_text(const struct catalog_monitor *m, const char *only,
		     char *text, unsigned room)
{
	const char *ways = only ? only : m->native;
	struct way usual = { "", "" };

	next_way(&ways, &usual);
	if (m->reg[0].reg.space == TALLY_MMIO)
		snprintf(text, room,
			 "struct tally_bus_%s bus =\n"
			 " *\t\tTALLY_BUS_%s(ADDRESS, BYTES)",
			 usual.small, usual.large);
	else
		snprintf(text, room, "struct tally_bus bus = TALLY_BUS_%s",
			 usual.large);
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
 * What tally/only.h asks for.  From another way than the usual one a monitor
 * may be another constant, called after the way.
 */
static bool put_only(struct merge *m, unsigned home, const char *word,
		     const char *way)
{
	char name[NAME_ROOM + WAY_ROOM], ops[NAME_ROOM];
	struct way w;

	if (!next_way(&way, &w) || !find_ops(home, ops, 0))
		return false;
	snprintf(name, sizeof(name), "%s_%s", word, w.small);
	if (file_with("const struct tally_monitor tally_", name) ==
	    source_count)
		snprintf(name, sizeof(name), "%s", word);
	fprintf(m->out,
		"#define TALLY_ONLY_MONITOR tally_%s\n"
		"#define TALLY_ONLY_OPS     %s\n"
		"#define TALLY_ONLY_BUS     tally_%s_ops\n",
		name, ops, w.small);
	return true;
}

static void head(FILE *out, const struct catalog_monitor *m, const char *only,
		 const char *bus)
{
	char word[NAME_ROOM];

	name_word(m->name, word, sizeof(word));
	fprintf(out,
		"/* SPDX-License-Identifier: MIT */\n"
		"/*\n"
		" * Tally " TALLY_VERSION ": %s, in two files.\n"
		" * Made by `tally amalgam -m %s%s%s`; better made again than "
		"edited.\n"
		" *\n"
		" * Put tally_%s.c among your sources and include "
		"tally_%s.h: C11 with\n"
		" * GNU assembly, freestanding, no heap, no data of its "
		"own.\n",
		m->title, m->name, only ? " --bus " : "", only ? only : "",
		word, word);
	fprintf(out,
		" * On the core itself the bus is\n"
		" *\n"
		" *\t%s;\n"
		" *\n"
		" * and struct tally_session below tells the rest.\n"
		" */\n",
		bus);
}

bool amalgam_write(const struct catalog_monitor *m, const char *only,
		   FILE *header, FILE *source, struct error *err)
{
	static const char *const api[] = { "include/tally/session.h",
					   "include/tally/region.h",
					   "include/tally/native.h",
					   "include/tally/task.h",
					   "include/tally/together.h" };
	struct merge merge = { .out = header };
	unsigned home, declared;
	char word[NAME_ROOM], bus[NAME_ROOM];
	bool good;

	bus_text(m, only, bus, sizeof(bus));
	name_word(m->name, word, sizeof(word));
	home = file_with("const struct tally_monitor tally_", word);
	declared = file_with("extern const struct tally_monitor tally_", word);
	if (home == source_count || declared == source_count)
		return error_set(err,
				 "this build does not hold the source of "
				 "%s",
				 m->name);
	merge.taken = calloc(source_count, sizeof(*merge.taken));
	if (!merge.taken)
		return error_no_memory(err);
	head(header, m, only, bus);
	fprintf(header, "#ifndef TALLY_AMALGAM_%s\n#define TALLY_AMALGAM_%s\n",
		word, word);
	for (unsigned i = 0; i < sizeof(api) / sizeof(api[0]); i++)
		put(&merge, find(api[i]), 0);
	put(&merge, declared, 0);
	fputs("\n#endif\n", header);

	merge.out = source;
	head(source, m, only, bus);
	good = !only || put_only(&merge, home, word, only);
	fprintf(source, "#include \"tally_%s.h\"\n", word);
	put_all(&merge, "src/core/");
	put_monitor(&merge, home);
	put_native(&merge, only ? only : m->native);
	free(merge.taken);
	return good || error_set(err, "%s has no library for one bus", m->name);
}
