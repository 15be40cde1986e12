/* SPDX-License-Identifier: MIT */
/* See lines.h. */
#include "target/dialogue/lines.h"

#include <stdlib.h>
#include <string.h>

#include "target/dialogue/words.h"

static bool keep_line(struct lines *l, const char *text)
{
	char **more = realloc(l->line, (l->count + 1) * sizeof *more);

	if (!more)
		return false;
	l->line = more;
	more[l->count] = strdup(text);
	return more[l->count] && ++l->count;
}

bool lines_read(struct lines *l, FILE *from)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	bool good = true;

	while (good && (n = getline(&line, &room, from)) > 0) {
		if (line[n - 1] == '\n')
			line[n - 1] = '\0';
		good = keep_line(l, line);
	}
	free(line);
	return good && !ferror(from);
}

/* The text behind the word and a blank on the next line; NULL: another word. */
static char *fact(struct lines *l, const char *word)
{
	const size_t n = strlen(word);
	char *line = l->at < l->count ? l->line[l->at] : NULL;

	if (!line || strncmp(line, word, n) != 0)
		return NULL;
	if (line[n] && line[n] != ' ')
		return NULL;
	l->at++;
	return line[n] ? line + n + 1 : line + n;
}

static bool take_monitor(struct target_facts *f, char *text)
{
	char *blank = strchr(text, ' ');

	if (!blank || f->monitors == TARGET_MONITORS)
		return false;
	*blank = '\0';
	f->monitor[f->monitors].name = text;
	return words_to_reach(blank + 1, &f->monitor[f->monitors++].reach);
}

bool lines_word(const char *words, const char *word)
{
	const size_t n = strlen(word);

	for (const char *at = words; (at = strstr(at, word)); at += n)
		if ((at == words || at[-1] == ' ') &&
		    (at[n] == ' ' || at[n] == '\0'))
			return true;
	return false;
}

const char *lines_facts(struct lines *l, struct target_facts *f)
{
	const char *text = fact(l, "tally");

	if (!text || strcmp(text, "dialogue 1") != 0)
		return NULL;
	f->name = fact(l, "name");
	f->title = fact(l, "title");
	for (char *m; (m = fact(l, "monitor"));)
		if (!take_monitor(f, m))
			return NULL;
	text = words_take_real(fact(l, "clock"), "", &f->clock_hz);
	text = words_take_real(text, " ", &f->clock_ratio);
	if (!f->name || !f->title || !text)
		return NULL;
	text = fact(l, "is");
	for (unsigned i = 0; text && words_fact(i); i++)
		*words_fact_of(f, i) = lines_word(text, words_fact(i));
	return text ? fact(l, "has") : NULL;
}

void lines_free(struct lines *l)
{
	for (size_t i = 0; i < l->count; i++)
		free(l->line[i]);
	free(l->line);
	*l = (struct lines){ 0 };
}
