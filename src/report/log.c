/* SPDX-License-Identifier: MIT */
/* Prints what firmware counted by itself, for people: how its log was. */
#include "base/digits.h"
#include "report/inner.h"

void log_print(FILE *to, const struct record *r)
{
	const struct record_log *l = &r->log;

	fprintf(to,
		"counted by the firmware: %s record%s of its log, %s lost, %s "
		"damaged;\n  it was started %s time%s\n",
		digits_grouped(l->records).text, l->records == 1 ? "" : "s",
		digits_grouped(l->lost).text, digits_grouped(l->damaged).text,
		digits_grouped(l->starts).text, l->starts == 1 ? "" : "s");
	if (l->periodless)
		fprintf(to,
			"  %s record%s of overflows without a period %s no "
			"count: --rows prints %s\n",
			digits_grouped(l->periodless).text,
			l->periodless == 1 ? "" : "s",
			l->periodless == 1 ? "gives" : "give",
			l->periodless == 1 ? "it" : "them");
}

bool log_of_parts(const struct record *r)
{
	return r->log.known && r->events && !r->event[0].asked;
}

bool log_lacks(const struct record *r, const struct record_metric *m)
{
	return r->log.known && r->parts &&
	       m->reading.doubts & DOUBT_NOT_COUNTED;
}
