/* SPDX-License-Identifier: MIT */
#include "boards/src/machine/command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards/src/board.h"

static bool needs_quotes(const char *word)
{
	return word[0] == '\0' || word[0] == '\'' || word[0] == '"' ||
	       word[strcspn(word, " \t")];
}

char *board_argument(const char *word, struct error *err)
{
	char quote = strchr(word, '"') ? '\'' : '"';
	size_t size = strlen(word) + 3;
	char *quoted;

	if (needs_quotes(word) && strchr(word, quote)) {
		error_set(err,
			  "the program's start-up code knows no way to pass an "
			  "argument that needs quotes and holds both kinds: %s",
			  word);
		return NULL;
	}
	quoted = malloc(size);
	if (!quoted)
		error_set(err, "out of memory");
	else if (needs_quotes(word))
		snprintf(quoted, size, "%c%s%c", quote, word, quote);
	else
		snprintf(quoted, size, "%s", word);
	return quoted;
}

char *command_line_new(const char *arguments)
{
	static const char name[] = "program";
	const char *rest = arguments ? arguments : "";
	size_t size = sizeof name + strlen(rest) + 1;
	char *line = malloc(size);

	if (line)
		snprintf(line, size, "%s%s%s", name, rest[0] ? " " : "", rest);
	return line;
}

unsigned command_line_split(char *line, char **word, unsigned room)
{
	unsigned count = 0;

	for (;;) {
		char end = ' ';

		while (*line == ' ')
			line++;
		if (!*line || count == room)
			return count;
		if (*line == '\'' || *line == '"')
			end = *line++;
		word[count++] = line;
		while (*line && *line != end)
			line++;
		if (*line)
			*line++ = '\0';
	}
}
