/* SPDX-License-Identifier: MIT */
/*
 * The memory of a record, and the words of its enums.
 */
#include "record/record.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

/* One piece of memory of a record: a list of them, freed together. */
struct record_block {
	struct record_block *next;
	max_align_t bytes[];
};

struct record *record_new(void)
{
	return calloc(1, sizeof(struct record));
}

void record_free(struct record *r)
{
	if (!r)
		return;
	while (r->blocks) {
		struct record_block *next = r->blocks->next;

		free(r->blocks);
		r->blocks = next;
	}
	json_decref(r->document);
	free(r);
}

void *record_room(struct record *r, size_t count, size_t size)
{
	struct record_block *block = NULL;

	if (count < (SIZE_MAX / 2) / size)
		block = calloc(1, sizeof *block + (count ? count : 1) * size);
	if (!block) {
		r->failed = true;
		return NULL;
	}
	block->next = r->blocks;
	r->blocks = block;
	return block->bytes;
}

const char *record_text(struct record *r, const char *text)
{
	const size_t size = text ? strlen(text) + 1 : 0;
	char *copy = text ? record_room(r, size, 1) : NULL;

	return copy ? memcpy(copy, text, size) : NULL;
}

bool record_metric_is_users(const struct record_metric *m)
{
	return m->users || (!m->row && strcmp(m->name, m->formula) != 0);
}

bool record_has_users(const struct record *r)
{
	for (unsigned i = 0; i < r->metrics; i++)
		if (record_metric_is_users(&r->metric[i]))
			return true;
	return false;
}

void record_keep_users(struct record *r, struct record_metric *m,
		       const struct catalog_metric *row,
		       const struct catalog_monitor *of)
{
	const struct catalog_note *n =
		row->users ? catalog_note(of, row->notes) : NULL;

	m->users = row->users;
	m->low = row->users ? row->low : 0;
	m->high = row->users ? row->high : 0;
	m->note = n ? record_text(r, n->text) : NULL;
}

struct record record_of_part(const struct record *r, unsigned part)
{
	struct record view = *r;

	view.region = r->part[part].region;
	view.event = r->part[part].event;
	view.metric = r->part[part].metric;
	view.part = NULL;
	view.series = (struct record_series){ 0 };
	view.parts = view.identities = 0;
	view.identity_table = false;
	view.truth = r->part[part].truth;
	view.truths = view.truth ? r->truths : 0;
	view.truth_asked = view.truths;
	return view;
}

double record_entry_mean(const struct record_part *p, unsigned event)
{
	return record_real(p->event[event].reading.value /
			   (double)p->region.entered);
}

double record_real(double value)
{
	char text[40];

	snprintf(text, sizeof text, "%.15g", value);
	return strtod(text, NULL);
}

uint64_t record_whole(double value)
{
	if (!(value > 0))
		return 0;
	return value < 0x1p64 ? (uint64_t)(value + 0.5) : UINT64_MAX;
}

bool record_by_kernel(const struct record *r)
{
	return r->target.name && strcmp(r->target.name, "linux") == 0;
}

bool record_of_here(const struct record *r)
{
	const char *name = r->target.name ? r->target.name : "";

	return record_by_kernel(r) || strcmp(name, "devmem") == 0 ||
	       strncmp(name, "uio:", 4) == 0;
}

bool record_by_link(const struct record *r)
{
	const char *name = r->target.name ? r->target.name : "";

	return strncmp(name, "gdb:", 4) == 0 ||
	       strncmp(name, "openocd:", 8) == 0;
}

bool record_stood_still(const struct record *r)
{
	return !record_of_here(r) && !record_by_link(r);
}

const char *record_skew(const struct record *r)
{
	if (record_by_kernel(r))
		return "the kernel begins and ends it";
	if (record_by_link(r))
		return "one after the other, over the link";
	return record_of_here(r) ? "one after the other, while the computer "
				   "runs"
				 : "the board stands still meanwhile";
}

static const char *word_of(const char *const *word, unsigned words,
			   unsigned index)
{
	return index < words ? word[index] : NULL;
}

unsigned record_doubts(const struct record *r)
{
	return (r->target.simulated ? DOUBT_SIMULATED : 0u) |
	       (machine_what_if(r->target.title) ? DOUBT_NOT_THIS_CORE : 0u);
}

const char *doubt_word(unsigned index)
{
	static const char *const word[] = {
		"simulated",    "overflowed", "split",         "untrusted",
		"not_modelled", "undefined",  "out_of_bounds", "not_counted",
		"coarse",       "unexpected", "scaled",        "inexact",
		"at_least",     "at_most",    "not_this_core",
	};

	return word_of(word, sizeof word / sizeof word[0], index);
}

const char *doubt_direction(unsigned doubts)
{
	switch (doubts & DOUBT_DIRECTION) {
	case DOUBT_AT_LEAST:
		return "at least";
	case DOUBT_AT_MOST:
		return "at most";
	case DOUBT_DIRECTION:
		return "too high or too low";
	default:
		return "";
	}
}

const char *class_word(unsigned index)
{
	static const char *const word[] = {
		[CLASS_EXACT] = "exact",
		[CLASS_MODELLED] = "modelled",
		[CLASS_INJECTED] = "injected",
		[CLASS_SKETCH] = "sketch",
		[CLASS_NOT_MODELLED] = "not modelled",
		[CLASS_UNTOLD] = "untold",
		[CLASS_DOUBTED] = "doubted",
	};

	return word_of(word, sizeof word / sizeof word[0], index);
}

const char *region_word(unsigned index)
{
	static const char *const word[] = {
		[REGION_WHOLE] = "whole", [REGION_SYMBOL] = "symbol",
		[REGION_RANGE] = "range", [REGION_THREAD] = "thread",
		[REGION_CORE] = "core",
	};

	return word_of(word, sizeof word / sizeof word[0], index);
}

const char *truth_word(unsigned index)
{
	static const char *const word[] = {
		[TRUTH_NOT_MEASURED] = "not measured",
		[TRUTH_EQUAL] = "equal",
		[TRUTH_DIFFERS] = "differs",
	};

	return word_of(word, sizeof word / sizeof word[0], index);
}

bool record_clock_chosen(const struct record *r, const struct record_metric *m)
{
	for (unsigned i = 0; r->target.clock_chosen && i < m->operands; i++)
		if (m->operand[i] == RECORD_CLOCK)
			return true;
	return false;
}

const char *record_left_out(const struct record *r)
{
	if (record_by_kernel(r))
		return r->warmup == 1 ? "run" : "runs";
	if (!r->program.exited)
		return r->warmup == 1 ? "call of the region"
				      : "calls of the region";
	return r->warmup == 1 ? "entry of the region, in each run"
			      : "entries of the region, in each run";
}

bool record_is_cycles(const char *monitor, const struct record_event *e)
{
	struct error ignored;
	const struct catalog_monitor *m = catalog_monitor(monitor, &ignored);

	return e->code == TALLY_EVENT_CYCLES ||
	       (m && m->cycles && e->row && strcmp(e->row, m->cycles) == 0);
}
