/* SPDX-License-Identifier: MIT */
/* The command lines of a job. */
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

#include "suite/suite.h"

#include "base/memory.h"

void suite_words_add(struct suite_words *w, const char *word)
{
	if (w->count + 2 > w->room) {
		const unsigned room = 2 * w->room + 16;
		char **more = realloc(w->word, room * sizeof *more);

		w->failed = w->failed || !more;
		if (!more)
			return;
		w->word = more;
		w->room = room;
	}
	w->word[w->count] = strdup(word);
	w->failed = w->failed || !w->word[w->count];
	w->count += w->word[w->count] != NULL;
	w->word[w->count] = NULL;
}

void suite_words_free(struct suite_words *w)
{
	for (unsigned i = 0; i < w->count; i++)
		free(w->word[i]);
	free(w->word);
	*w = (struct suite_words){ 0 };
}

/* Does a shell read the word as it stands? */
static bool is_plain(const char *word)
{
	return *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyz"
					   "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
					   "0123456789%+,-./:=@_")];
}

void suite_words_print(FILE *to, const struct suite_words *w)
{
	for (unsigned i = 0; i < w->count; i++) {
		if (i)
			fputc(' ', to);
		if (is_plain(w->word[i])) {
			fputs(w->word[i], to);
			continue;
		}
		fputc('\'', to);
		for (const char *c = w->word[i]; *c; c++)
			if (*c == '\'')
				fputs("'\\''", to);
			else
				fputc(*c, to);
		fputc('\'', to);
	}
	fputc('\n', to);
}

/* Words of a text as a shell reads them; it may not run commands. */
static bool add_text(struct suite_words *w, const struct suite_item *item,
		     struct error *err)
{
	wordexp_t found;
	int trouble = wordexp(item->text, &found, WRDE_NOCMD | WRDE_UNDEF);

	if (trouble == WRDE_NOSPACE) {
		wordfree(&found);
		return error_no_memory(err);
	}
	if (trouble)
		return error_set(err, "line %u: %s: %s", item->line, item->text,
				 trouble == WRDE_BADVAL
					 ? "a variable is not set"
				 : trouble == WRDE_CMDSUB
					 ? "no commands are run here"
					 : "a shell would not read it; put "
					   "signs that it obeys in quotes");
	for (size_t i = 0; i < found.we_wordc; i++)
		suite_words_add(w, found.we_wordv[i]);
	wordfree(&found);
	return true;
}

/* A path in the suite: from the suite's folder, unless it begins at the root.
 * Each "{board}" in it becomes the board's name. */
static char *path_of(const struct suite *s, const struct suite_job *j,
		     const char *text)
{
	static const char mark[] = "{board}";
	char board[64], *path = NULL;
	size_t size;
	FILE *to = memory_stream(&path, &size);

	if (!to)
		return NULL;
	suite_job_board(j, board, sizeof board);
	fputs(*text == '/' ? "" : s->folder, to);
	for (const char *at; (at = strstr(text, mark));
	     text = at + strlen(mark))
		fprintf(to, "%.*s%s", (int)(at - text), text, board);
	fputs(text, to);
	if (memory_stream_end(to, &path)) {
		free(path);
		return NULL;
	}
	return path;
}

char *suite_job_file(const struct suite *s, const struct suite_job *j,
		     const char *compiled)
{
	return suite_job_compiles(j) ? strdup(compiled)
				     : path_of(s, j, j->program->elf);
}

static bool words_ended(const struct suite_words *w, struct error *err)
{
	return !w->failed || error_no_memory(err);
}

bool suite_job_compile(const struct suite *s, const struct suite_job *j,
		       const char *tally, const char *output,
		       struct suite_words *w, struct error *err)
{
	char text[] = "-O2 -g";
	const struct suite_item usual = { .text = text };
	char board[64];

	suite_job_board(j, board, sizeof board);
	suite_words_add(w, tally);
	suite_words_add(w, "board");
	suite_words_add(w, board);
	suite_words_add(w, "--run");
	suite_words_add(w, "--cc");
	for (unsigned i = 0; i < j->program->sources.count; i++) {
		char *path = path_of(s, j, j->program->sources.item[i].text);

		if (path)
			suite_words_add(w, path);
		w->failed = w->failed || !path;
		free(path);
	}
	if (!add_text(w, j->compile ? j->compile : &usual, err))
		return false;
	suite_words_add(w, "-o");
	suite_words_add(w, output);
	return words_ended(w, err);
}

static void add_list(struct suite_words *w, const char *option,
		     const struct suite_list *l)
{
	for (unsigned i = 0; i < l->count; i++) {
		suite_words_add(w, option);
		suite_words_add(w, l->item[i].text);
	}
}

/* Does the target start a command of this computer, which stands behind `--`?
 */
static bool starts_command(const struct suite_item *target)
{
	static const char *const known[] = { "linux", "devmem", "uio" };

	for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
		if (!strncmp(target->text, known[i], strlen(known[i])))
			return true;
	return false;
}

bool suite_job_ask(const struct suite *s, const struct suite_job *j,
		   const char *tally, struct suite_words *w, struct error *err)
{
	suite_words_add(w, tally);
	for (unsigned i = 0; i < s->befores; i++)
		suite_words_add(w, s->before[i]);
	suite_words_add(w, "stat");
	suite_words_add(w, "-t");
	suite_words_add(w, j->target->text);
	add_list(w, "-M", &s->metrics);
	add_list(w, "-e", &s->events);
	add_list(w, "-g", &s->groups);
	add_list(w, "--region", &s->regions);
	if (s->repeat) {
		suite_words_add(w, "-r");
		suite_words_add(w, s->repeat);
	}
	if (j->options && !add_text(w, j->options, err))
		return false;
	return words_ended(w, err);
}

bool suite_job_measure(const struct suite *s, const struct suite_job *j,
		       const char *tally, const char *file, const char *output,
		       struct suite_words *w, struct error *err)
{
	if (!suite_job_ask(s, j, tally, w, err))
		return false;
	if (s->label) {
		suite_words_add(w, "--label");
		suite_words_add(w, s->label);
	}
	suite_words_add(w, "--json");
	suite_words_add(w, "-o");
	suite_words_add(w, output);
	if (starts_command(j->target))
		suite_words_add(w, "--");
	suite_words_add(w, file);
	if (j->arguments && !starts_command(j->target))
		suite_words_add(w, "--");
	if (j->arguments && !add_text(w, j->arguments, err))
		return false;
	return words_ended(w, err);
}
