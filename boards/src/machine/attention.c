/* SPDX-License-Identifier: MIT */
/*
 * Between two instructions: limits, the host's wishes, breakpoints.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/digits.h"
#include "boards/src/machine/inner.h"

/* How often the host is asked whether the run shall go on. */
enum { POLL_EVERY = 1 << 20 };

/* Aborts of fetches without an instruction between them, until it is given
 * up. */
enum { BARREN_MOST = 1 << 16 };

void machine_attend(struct machine *m)
{
	m->next_poll = m->attention = m->instructions;
}

bool machine_give_up(struct machine *m)
{
	if (!m->stop || !m->host.poll ||
	    !m->host.poll(m->host.ctx, m->instructions))
		return false;
	machine_stop(m, TARGET_STOP_HALTED, m->arch->at(m));
	return true;
}

bool machine_barren(struct machine *m)
{
	if (m->barren_after != m->instructions)
		m->barren = 0;
	m->barren_after = m->instructions;
	return ++m->barren > BARREN_MOST;
}

/* A limit is reached: what to do about it. */
static void at_limit(struct machine *m, uint32_t addr)
{
	struct target_stop *stop = m->stop;
	char where[TARGET_PLACE];

	if (m->console.full)
		snprintf(stop->text, sizeof(stop->text),
			 "the program said more than %s bytes on its console; "
			 "allow more with --max-console",
			 digits_grouped(m->options.max_console).text);
	else
		snprintf(stop->text, sizeof(stop->text),
			 "still running after %s instructions, at %s; allow "
			 "more with --max-insn",
			 digits_grouped(m->instructions).text,
			 machine_where(m, addr, where, sizeof(where)));
	machine_stop(m, TARGET_STOP_GIVEN_UP, addr);
}

bool machine_look_around(struct machine *m, uint32_t addr)
{
	uint64_t limit = m->options.max_instructions;

	if (m->console.full || (limit && m->instructions >= limit)) {
		at_limit(m, addr);
		return true;
	}
	if (m->instructions >= m->next_poll) {
		m->next_poll = m->instructions + POLL_EVERY;
		if (m->host.poll &&
		    m->host.poll(m->host.ctx, m->instructions)) {
			machine_stop(m, TARGET_STOP_HALTED, addr);
			return true;
		}
	}
	if (m->instructions >= m->run_until) {
		machine_stop(m, TARGET_STOP_SLICE, addr);
		return true;
	}
	m->attention = m->next_poll;
	if (limit && limit < m->attention)
		m->attention = limit;
	if (m->run_until < m->attention)
		m->attention = m->run_until;
	return false;
}

bool machine_at_breakpoint(struct machine *m, uint32_t addr)
{
	for (unsigned i = 0; i < m->break_count; i++)
		if (m->breaks[i] == addr) {
			if (m->step_over && m->step_over_pc == addr)
				return false;
			m->step_over = true;
			m->step_over_pc = addr;
			if (window_take(m, addr))
				return false;
			machine_stop(m, TARGET_STOP_BREAK, addr);
			return true;
		}
	return false;
}

static void note_places(struct machine *m)
{
	m->break_places = 0;
	for (unsigned i = 0; i < m->break_count; i++)
		m->break_places |= UINT64_C(1) << (m->breaks[i] >> 2 & 63);
}

bool machine_break(struct machine *m, uint32_t addr, bool set)
{
	uint32_t *grown;
	unsigned i = 0;

	addr &= ~1u;
	while (i < m->break_count && m->breaks[i] != addr)
		i++;
	if (!set) {
		if (i == m->break_count)
			return false;
		m->breaks[i] = m->breaks[--m->break_count];
		note_places(m);
		return true;
	}
	if (i < m->break_count)
		return true;
	grown = realloc(m->breaks, (i + 1) * sizeof(*grown));
	if (!grown)
		return false;
	grown[i] = addr;
	m->breaks = grown;
	m->break_count = i + 1;
	note_places(m);
	return true;
}
