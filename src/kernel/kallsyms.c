/* SPDX-License-Identifier: MIT */
/* Names of the kernel's functions [proc(5), /proc/kallsyms]. */
#include "kernel/kallsyms.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "kernel/perf.h"

/* No function is longer: what is farther behind the last one is of none. */
enum { LONGEST = 1 << 20 };

char *perf_whole_file(const struct tally_linux_doors *k, const char *name)
{
	char path[PATH_MAX], *text = NULL;
	size_t used = 0, room = 0, got = 1;
	FILE *from;

	snprintf(path, sizeof path, "%s%s", k->root, name);
	from = fopen(path, "re");
	if (!from)
		return NULL;
	while (got) {
		if (room - used < 2) {
			const size_t more = room ? 2 * room : (size_t)1 << 20;
			char *grown = realloc(text, more);

			if (!grown)
				break;
			text = grown;
			room = more;
		}
		got = fread(text + used, 1, room - used - 1, from);
		used += got;
	}
	if (text)
		text[used] = '\0';
	fclose(from);
	return text;
}

static int by_address(const void *x, const void *y)
{
	const struct perf_symbol *a = x, *b = y;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* "ffffffff81000000 T name\t[module]", without the line's end; false: it is no
 * function, or its address is hidden. */
static bool take_line(char *line, struct perf_symbol *to)
{
	char *rest, *name, *module;

	to->addr = strtoull(line, &rest, 16);
	if (!to->addr || rest[0] != ' ' || !rest[1] ||
	    !strchr("tTwW", rest[1]) || rest[2] != ' ')
		return false;
	name = rest + 3;
	module = strchr(name, '\t');
	to->name = name;
	to->module = module ? module + 1 : "";
	if (module)
		*module = '\0';
	return *name != '\0';
}

void perf_symbols_read(const struct tally_linux_doors *k,
		       struct perf_symbols *to)
{
	char *next, *line, *end;
	size_t room = 0;

	*to = (struct perf_symbols){ .text = perf_whole_file(
					     k, "/proc/kallsyms") };
	end = to->text ? to->text + strlen(to->text) : NULL;
	for (line = to->text; line != end; line = next) {
		struct perf_symbol one;

		next = memchr(line, '\n', (size_t)(end - line));
		if (next)
			*next++ = '\0';
		else
			next = end;
		if (!take_line(line, &one))
			continue;
		if (!array_grow(&to->symbol, to->count, &room, sizeof one))
			break;
		to->symbol[to->count++] = one;
	}
	if (to->count)
		qsort(to->symbol, to->count, sizeof *to->symbol, by_address);
	else
		to->lacks = to->text ? "the kernel hides where its functions "
				       "are: `sysctl kernel.kptr_restrict=0`, "
				       "or CAP_SYSLOG, shows them"
				     : "there is no /proc/kallsyms: a kernel "
				       "with CONFIG_KALLSYMS has it";
}

size_t perf_symbol_at(const struct perf_symbols *s, uint64_t addr)
{
	size_t low = 0, high = s->count;

	while (low < high) { /* the first one behind it */
		const size_t middle = low + (high - low) / 2;

		if (s->symbol[middle].addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low && addr - s->symbol[low - 1].addr < LONGEST ? low - 1
							       : s->count;
}

void perf_symbols_free(struct perf_symbols *s)
{
	free(s->symbol);
	free(s->text);
	*s = (struct perf_symbols){ 0 };
}
