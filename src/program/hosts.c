/* SPDX-License-Identifier: MIT */
/* Into which functions another one was inlined. */
#include <stdlib.h>

#include "base/function_name.h"
#include "program/program.h"

/* No program that is measured is larger by far. */
enum { MOST = 1 << 22 };

static unsigned step(const struct program_symbol *s)
{
	return s->thumb ? 2 : 4;
}

/* Every place where an instruction of a function may begin. */
static size_t take_addresses(const struct program *p, uint64_t *addr)
{
	size_t count = 0;

	for (size_t i = 0; i < p->symbols; i++) {
		const struct program_symbol *s = &p->symbol[i];

		for (uint64_t at = s->addr;
		     at < s->addr + s->size && count < MOST; at += step(s)) {
			if (addr)
				addr[count] = at;
			count++;
		}
	}
	return count;
}

static void take_hosts(const struct program *p, const char *name,
		       const uint64_t *addr, size_t count,
		       struct function_list *hosts)
{
	struct program_lines lines;
	struct error ignored;

	if (!program_lines(p, addr, count, &lines, &ignored))
		return;
	for (size_t i = 0; i < count; i++) {
		const uint32_t inlined = lines.line[i].inlined;
		const struct program_symbol *host;

		if (inlined >= lines.inlineds ||
		    function_match("", lines.inlined[inlined], name) ==
			    FUNCTION_OTHER)
			continue;
		host = program_at(p, addr[i], NULL);
		if (host)
			function_list_add(hosts, host->shown);
	}
	program_lines_free(&lines);
}

bool program_hosts(const struct program *p, const char *name, char *text,
		   size_t room)
{
	struct function_list hosts = { .count = 0 };
	const size_t count = take_addresses(p, NULL);
	uint64_t *addr = calloc(count + 1, sizeof *addr);

	if (!addr)
		return false;
	take_hosts(p, name, addr, take_addresses(p, addr), &hosts);
	free(addr);
	(void)function_list_text(&hosts, text, room);
	return hosts.count;
}
