/* SPDX-License-Identifier: MIT */
/* A plan's last words: how many counters it has taken, and who said so. */
#include "catalog/taken.h"
#include "script/inner.h"

/* A target's own answer; the cycle counter is not among its N. */
static void print_asked(FILE *to, const struct request_member *p)
{
	const uint32_t cycles = UINT32_C(1)
				<< (p->monitor->monitor->counters - 1);
	unsigned n = 0;

	for (uint32_t left = p->limits->counters & ~cycles; left;
	     left &= left - 1)
		n++;
	fprintf(to, "\nThe target was asked: %s has %u event counter%s there\n",
		p->monitor->name, n, n == 1 ? "" : "s");
}

/* Without a target nobody can be asked how many counters there are. */
void script_plan_asked(FILE *to, const struct request *q)
{
	for (unsigned i = 0; i < q->members; i++)
		if (q->member[i].limits)
			print_asked(to, &q->member[i]);
		else if (catalog_counters_taken(q->member[i].monitor))
			fprintf(to,
				"\nNobody says how many event counters %s has: "
				"six are taken; on the core PMCR.N tells, and "
				"a "
				"measurement is planned by that\n",
				q->member[i].monitor->name);
}
