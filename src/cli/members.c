/* SPDX-License-Identifier: MIT */
/*
 * Several monitors on the command line.
 */
#include "cli/members.h"

#include <stdlib.h>

#include "catalog/ahb_map.h"
#include "cli/cli.h"
#include "request/list.h"

static bool refuse(const char *verb, const char *format, const char *name)
{
	struct error err;

	error_set(&err, format, name);
	(void)cli_error_set(CLI_USAGE, verb, &err);
	return false;
}

static bool add(const char *verb, const char *name, struct members *p)
{
	const struct catalog_monitor *m = cli_monitor(verb, name);

	if (!m)
		return false;
	for (unsigned i = 0; i < p->count; i++)
		if (p->member[i].monitor == m)
			return refuse(verb,
				      "-m: %s is named twice; once will do",
				      m->name);
	if (p->count == REQUEST_MEMBERS)
		return refuse(verb,
			      "-m: %s is one too many; a request has at "
			      "most four monitors",
			      m->name);
	p->member[p->count++].monitor = m;
	return true;
}

bool cli_members(const char *verb, const char *list, struct members *p)
{
	const char *at = list;
	struct error err;
	char *name;

	*p = (struct members){ 0 };
	if (!list) {
		(void)cli_monitor(verb, NULL);
		return false;
	}
	while ((name = list_next(&at, &err))) {
		bool good = add(verb, name, p);

		free(name);
		if (!good)
			return false;
	}
	if (list_done(at))
		return true;
	error_within(&err, "-m");
	(void)cli_error_set(CLI_USAGE, verb, &err);
	return false;
}

struct request *cli_request(const char *verb, const struct members *p,
			    const struct request_wish *wish, int *status)
{
	struct error err;
	struct request *q = request_make(p->member, p->count, wish, &err);

	*status = CLI_GOOD;
	if (!q)
		*status = cli_error_set(request_known(p->member, p->count, wish)
						? CLI_FAILED
						: CLI_USAGE,
					verb, &err);
	return q;
}

bool cli_members_option(const struct members *p, uint8_t option)
{
	for (unsigned i = 0; i < p->count; i++)
		if (p->member[i].monitor->monitor->options & option)
			return true;
	return false;
}

bool cli_members_map(const char *verb, struct members *p, const char *file,
		     struct catalog_monitor **mapped)
{
	struct error err;
	unsigned at = 0;

	while (at < p->count && !catalog_takes_map(p->member[at].monitor))
		at++;
	at = at < p->count ? at : 0;
	*mapped = catalog_with_map(p->member[at].monitor, file, &err);
	if (!*mapped) {
		(void)cli_error_set(CLI_USAGE, verb, &err);
		return false;
	}
	p->member[at].monitor = *mapped;
	return true;
}
