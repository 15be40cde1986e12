/* SPDX-License-Identifier: MIT */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "boards/src/link/last_words.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

/* UBSan's reports are single lines, the others' begin like this. */
static const char *const marks[] = { ": runtime error: ", "Sanitizer: " };

enum { PIECE = 4096, LONGEST_MARK = 32 };

void last_words(int fd, char *line, size_t size)
{
	char tail[400];
	struct stat st;
	off_t from;
	ssize_t n;
	size_t start;

	line[0] = '\0';
	if (fstat(fd, &st))
		return;
	from = st.st_size > (off_t)sizeof tail ? st.st_size - (off_t)sizeof tail
					       : 0;
	n = pread(fd, tail, sizeof tail, from);
	while (n > 0 && (tail[n - 1] == '\n' || tail[n - 1] == ' '))
		n--;
	if (n <= 0)
		return;
	for (start = (size_t)n; start > 0 && tail[start - 1] != '\n'; start--)
		;
	if ((size_t)n - start >= size)
		start = (size_t)n - size + 1;
	memcpy(line, tail + start, (size_t)n - start);
	line[(size_t)n - start] = '\0';
	text_clean(line);
}

/* The offset of the first mark in the file; -1: there is none. */
static off_t find_mark(int fd)
{
	char piece[PIECE];
	off_t at = 0;
	ssize_t n;

	while ((n = pread(fd, piece, sizeof piece, at)) > 0) {
		const char *first = NULL;

		for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
			const char *found = memmem(piece, (size_t)n, marks[i],
						   strlen(marks[i]));

			if (found && (!first || found < first))
				first = found;
		}
		if (first)
			return at + (first - piece);
		if (n < PIECE)
			break;
		at += n - LONGEST_MARK; /* it may begin in this piece */
	}
	return -1;
}

bool last_words_report(int fd, char *line, size_t size)
{
	char around[PIECE];
	off_t mark = find_mark(fd), from;
	size_t start, n = 0;
	ssize_t got;

	line[0] = '\0';
	if (mark < 0)
		return false;
	from = mark > PIECE / 2 ? mark - PIECE / 2 : 0;
	got = pread(fd, around, sizeof around, from);
	if (got <= mark - from)
		return false;
	for (start = (size_t)(mark - from); start > 0; start--)
		if (around[start - 1] == '\n')
			break;
	while (start + n < (size_t)got && around[start + n] != '\n' &&
	       n + 1 < size)
		n++;
	memcpy(line, around + start, n);
	line[n] = '\0';
	text_clean(line);
	return true;
}
