/* SPDX-License-Identifier: MIT */
#include "report_fixture.h"

#include <stdlib.h>
#include <string.h>

struct record_monitor monitor[3];
struct record_event event[MOST];
struct record_metric metric[MOST];
struct record_note note;
struct record *r;
char *text;
static const uint8_t order[] = { 0, 1, 2 };

int set_up(void **state)
{
	(void)state;
	r = record_new();
	assert_non_null(r);
	memset(monitor, 0, sizeof monitor);
	monitor[0].name = "bus";
	note = (struct record_note){ "id", "a note", "S 1", false };
	r->target.name = "fake";
	r->program.path = "prog.elf";
	r->program.exited = true;
	r->program.sha256 = "0123456789abcdef";
	r->monitor = monitor;
	r->monitors = 1;
	r->order = order;
	r->event = event;
	r->metric = metric;
	r->note = &note;
	r->notes = 1;
	r->passes = r->at_least = r->repeats = r->board_runs = 1;
	r->host_seconds = 1.25;
	r->trusted = true;
	text = NULL;
	return 0;
}

int tear_down(void **state)
{
	(void)state;
	free(text);
	record_free(r);
	return 0;
}

struct record_metric *add_metric(const char *name, double value)
{
	struct record_metric *m = &metric[r->metrics++];

	assert_in_range(r->metrics, 1, MOST);
	*m = (struct record_metric){
		.name = name,
		.row = name,
		.others = "",
		.formula = "a / b",
		.asked = ASKED_AMONG,
		.unit = "",
		.reading = { .value = value,
			     .low = value,
			     .high = value,
			     .margin = -1 },
	};
	return m;
}

struct record_event *add_event(const char *name, uint16_t code, uint64_t count)
{
	struct record_event *e = &event[r->events++];
	double value = (double)count;

	assert_in_range(r->events, 1, MOST);
	*e = (struct record_event){
		.name = name,
		.code = code,
		.step = 1,
		.reading = { .value = value,
			     .count = count,
			     .low = value,
			     .high = value,
			     .margin = -1 },
	};
	return e;
}

const char *report(void)
{
	size_t size;
	FILE *to;

	free(text);
	text = NULL;
	to = open_memstream(&text, &size);
	assert_non_null(to);
	report_text(to, r, false, true);
	fclose(to);
	return text;
}

void assert_says(const char *lines)
{
	if (!strstr(report(), lines))
		fail_msg("\"%s\" is not in\n%s", lines, text);
}

void assert_says_not(const char *lines)
{
	if (strstr(report(), lines))
		fail_msg("\"%s\" is in\n%s", lines, text);
}

void assert_in_order(const char *one, const char *two)
{
	const char *first = strstr(report(), one);
	const char *second = strstr(text, two);

	assert_non_null(first);
	assert_non_null(second);
	assert_true(first < second);
}
