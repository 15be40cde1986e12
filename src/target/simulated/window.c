/* SPDX-License-Identifier: MIT */
/* Windows that a board opens and closes by itself, as a target has them. */
#include <stdlib.h>

#include "target/simulated/inner.h"

bool board_reaches(uint64_t addr, struct error *err)
{
	return addr <= UINT32_MAX ||
	       error_set(err,
			 "0x%llx: a simulated board has addresses of 32 bits "
			 "only",
			 (unsigned long long)addr);
}

static void take_steps(struct board_step *to, const struct target_step *from,
		       unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		to[i] = (struct board_step){ .reg = from[i].step.reg,
					     .value = from[i].step.value,
					     .instance = from[i].instance };
}

static bool hand_over(struct target_run *run, const struct target_window *w,
		      struct board_step *step, struct board_counter *counter,
		      struct error *err)
{
	take_steps(step, w->open, w->opens);
	take_steps(step + w->opens, w->close, w->closes);
	for (unsigned i = 0; i < w->counters; i++)
		counter[i] = (struct board_counter){ w->counter[i].reg,
						     w->counter[i].mask,
						     w->counter[i].instance };
	return board_window(board_of(run),
			    &(struct board_window){
				    .from = (uint32_t)w->from,
				    .to = (uint32_t)w->to,
				    .own_to = (uint32_t)w->own_to,
				    .skip = w->skip,
				    .returns = w->returns,
				    .open = step,
				    .close = step + w->opens,
				    .opens = w->opens,
				    .closes = w->closes,
				    .counter = counter,
				    .counters = w->counters,
			    },
			    err);
}

bool board_give_window(struct target_run *run, const struct target_window *w,
		       struct error *err)
{
	struct board_counter *counter;
	struct board_step *step;
	bool good;

	if (!board_reaches(w->from, err) || !board_reaches(w->to, err) ||
	    !board_reaches(w->own_to, err))
		return false;
	step = calloc(w->opens + w->closes + 1u, sizeof *step);
	counter = calloc(w->counters + 1u, sizeof *counter);
	good = step && counter ? hand_over(run, w, step, counter, err)
			       : error_set(err, "out of memory");
	free(step);
	free(counter);
	return good;
}

bool board_tell_window(struct target_run *run, unsigned number,
		       struct target_told *told, struct target_counted *to,
		       unsigned counters, struct error *err)
{
	struct board_counted *counted = calloc(counters + 1u, sizeof *counted);
	struct board_window_told t;
	bool good;

	if (!counted)
		return error_no_memory(err);
	good = board_window_told(board_of(run), number, &t, counted, counters,
				 err);
	for (unsigned i = 0; good && i < counters; i++)
		to[i] = (struct target_counted){ counted[i].least,
						 counted[i].most,
						 counted[i].sum };
	if (good)
		*told = (struct target_told){ t.entered, t.within != 0 };
	free(counted);
	return good;
}
