/* SPDX-License-Identifier: MIT */
#ifndef RUN_DOCTOR_WORK_H
#define RUN_DOCTOR_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/*
 * Work that this process does itself, in user space, and whose counts are known
 * by construction: of the processor's code that is put into memory, of the
 * kernel what a program makes it do.
 */
struct doctor_work {
	/* Before each time, uncounted; NULL: nothing is to be made ready. */
	bool (*ready)(struct doctor_work *w, struct error *err);
	void (*go)(void *work);
	void *page; /* code, or memory to touch */
	uint64_t data[2];
	unsigned times; /* 0: what is around the work is done alone */
	unsigned cpu[2];
};

/* Code of so many words, `back` behind them. */
bool doctor_work_code(struct doctor_work *w, const uint32_t *word,
		      unsigned words, uint32_t back, struct error *err);

/* Pages touched for the first time, short sleeps, moves between two processors
 * (false and `err`: there is one alone). */
void doctor_work_pages(struct doctor_work *w, unsigned times);
void doctor_work_sleeps(struct doctor_work *w, unsigned times);
bool doctor_work_moves(struct doctor_work *w, unsigned times,
		       struct error *err);

void doctor_work_end(struct doctor_work *w);

#endif
