/* SPDX-License-Identifier: MIT */
/* The files that a program was compiled of.  See made.h. */
#include "cli/bench/made.h"

#include <sys/stat.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "cli/output.h"
#include "suite/results.h"

enum { MADE_LINE = 8192 };

static char *joined(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

static char *joined(const char *format, ...)
{
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);
	va_list words;

	if (!to)
		return NULL;
	va_start(words, format);
	vfprintf(to, format, words);
	va_end(words);
	if (!memory_stream_end(to, &text))
		return text;
	free(text);
	return NULL;
}

char *made_key(const struct suite_words *compile, const char *version)
{
	const char **text = calloc(compile->count + 1, sizeof *text);
	char hash[RESULTS_HASH + 1];
	bool good;

	if (!text)
		return NULL;
	/* The command's own file may be elsewhere. */
	text[0] = version;
	for (unsigned i = 1; i < compile->count; i++)
		text[i] = compile->word[i];
	good = results_hash_files(text, compile->count, NULL, 0, hash);
	free(text);
	return good ? strdup(hash) : NULL;
}

char *made_compiler_list(const char *draft)
{
	return joined("%s.read", draft);
}

static char *linker_list(const char *draft)
{
	return joined("%s.linked", draft);
}

char *made_linker_option(const char *draft)
{
	return joined("-Wl,--dependency-file=%s.linked", draft);
}

/* How a file is known again: libraries, which are large, by size and time. */
enum known { BY_HASH = 'h', BY_TIME = 't' };

static bool describe(const char *path, enum known by,
		     char text[RESULTS_WHOLE + 1])
{
	struct stat now;

	if (stat(path, &now) || !S_ISREG(now.st_mode))
		return false;
	if (by == BY_HASH)
		return results_hash_program(path, text);
	snprintf(text, RESULTS_WHOLE + 1, "%lld:%lld.%09ld",
		 (long long)now.st_size, (long long)now.st_mtim.tv_sec,
		 now.st_mtim.tv_nsec);
	return true;
}

/* A line of the file, at least as long as this: "h HASH PATH". */
static bool line_holds(char *line)
{
	char *hash = line + (line[0] && line[1] ? 2 : 0), *path,
	     now[RESULTS_WHOLE + 1];

	line[strcspn(line, "\n")] = '\0';
	path = hash > line ? strchr(hash, ' ') : NULL;
	if (!path)
		return false;
	*path++ = '\0';
	return describe(path, *line == BY_TIME ? BY_TIME : BY_HASH, now) &&
	       strcmp(now, hash) == 0;
}

static bool line_is(FILE *from, const char *text)
{
	char line[MADE_LINE];

	if (!fgets(line, sizeof line, from))
		return false;
	line[strcspn(line, "\n")] = '\0';
	return strcmp(line, text) == 0;
}

bool made_is_there(const char *program, const char *key)
{
	char *name = joined("%s.made", program);
	FILE *from = name ? fopen(name, "r") : NULL;
	char line[MADE_LINE], now[RESULTS_WHOLE + 1];
	bool good;

	free(name);
	if (!from)
		return false;
	good = line_is(from, key) && describe(program, BY_HASH, now) &&
	       line_is(from, now);
	while (good && fgets(line, sizeof line, from))
		good = line_holds(line);
	fclose(from);
	return good;
}

static void put(FILE *to, const char *path, enum known by)
{
	char now[RESULTS_WHOLE + 1];

	if (!strchr(path, '\n') && describe(path, by, now))
		fprintf(to, "%c %s %s\n", (char)by, now, path);
}

/* The next word of a list as make reads it, in place; NULL: no more.  Its
 * targets, which end in a colon, are words like others. */
static char *next_word(char **at)
{
	char *from = *at, *begin, *to;

	while (*from &&
	       (strchr(" \t\n", *from) || (*from == '\\' && from[1] == '\n')))
		from++;
	begin = to = from;
	while (*from && !strchr(" \t\n", *from)) {
		if (*from == '\\' && (from[1] == ' ' || from[1] == '#'))
			from++;
		*to++ = *from++;
	}
	*at = *from ? from + 1 : from;
	*to = '\0';
	return to > begin ? begin : NULL;
}

static char *read_all(const char *path)
{
	FILE *from = path ? fopen(path, "r") : NULL;
	char *text = NULL;
	size_t room = 0;

	if (!from)
		return NULL;
	if (getdelim(&text, &room, '\0', from) < 0) {
		free(text);
		text = NULL;
	}
	fclose(from);
	return text;
}

/* A file that is gone already was the compiler's own, on its way to the linker.
 */
static void put_list(FILE *to, const char *list, enum known by)
{
	char *text = read_all(list), *at = text;

	for (const char *word; at && (word = next_word(&at));)
		if (word[strlen(word) - 1] != ':')
			put(to, word, by);
	free(text);
}

static void put_sources(FILE *to, const struct suite_words *compile,
			const char *draft)
{
	for (unsigned i = 1; i < compile->count; i++)
		if (compile->word[i][0] != '-' &&
		    strcmp(compile->word[i], draft) != 0)
			put(to, compile->word[i], BY_HASH);
}

static void remove_lists(const char *read, const char *linked)
{
	if (read)
		unlink(read);
	if (linked)
		unlink(linked);
}

void made_keep(const char *program, const char *draft,
	       const struct suite_words *compile, const char *key)
{
	char *name = joined("%s.made", program);
	char *read = made_compiler_list(draft), *linked = linker_list(draft);
	struct output out = { .brief = true };
	char hash[RESULTS_WHOLE + 1];
	struct error err;
	bool good = name && read && linked && access(linked, R_OK) == 0 &&
		    describe(program, BY_HASH, hash) &&
		    output_begin(&out, name, &err);

	if (good) {
		fprintf(out.stream, "%s\n%s\n", key, hash);
		put_sources(out.stream, compile, draft);
		put_list(out.stream, read, BY_HASH);
		put_list(out.stream, linked, BY_TIME);
		good = output_finish(&out, &err) && output_place(&out, &err);
	}
	if (!good) {
		/* The next command compiles it again. */
		output_give_up(&out);
		if (name)
			unlink(name);
	}
	remove_lists(read, linked);
	free(name);
	free(read);
	free(linked);
}

void made_give_up(const char *draft)
{
	char *read = made_compiler_list(draft), *linked = linker_list(draft);

	unlink(draft);
	remove_lists(read, linked);
	free(read);
	free(linked);
}
