/* SPDX-License-Identifier: MIT */
/*
 * The door by which all that a board's process says comes in.  Behind it enums
 * have a value of theirs, numbers are of something that there is, and texts end
 * and are clean; what depends on the question is the asker's to check.
 */
#include "base/sandbox.h"
#include "base/text.h"
#include "boards/src/link/wire.h"

static void clean(char *text, size_t size)
{
	text[size - 1] = '\0';
	(void)text_clean(text);
}

static void clean_writes(struct target_writes writes[TARGET_MONITORS])
{
	for (unsigned i = 0; i < TARGET_MONITORS; i++)
		clean(writes[i].where, sizeof writes[i].where);
}

/* One that is lost does not say so. */
static bool stop_comes_in(struct target_stop *stop)
{
	if ((unsigned)stop->reason >= TARGET_STOP_LOST ||
	    (unsigned)stop->overflow.cause > TARGET_BY_WAITING)
		return false;
	clean_writes(stop->writes);
	clean_writes(stop->windows.writes);
	clean(stop->text, sizeof stop->text);
	return true;
}

static bool truth_comes_in(struct target_truth *row, unsigned monitors)
{
	clean(row->name, sizeof row->name);
	clean(row->basis, sizeof row->basis);
	return row->monitor < monitors;
}

static void clean_line(struct target_line *line)
{
	clean(line->controller, sizeof line->controller);
	clean(line->closed, sizeof line->closed);
	clean(line->masked, sizeof line->masked);
}

bool door_lets_in(struct wire_message *m, unsigned monitors)
{
	switch (m->kind) {
	case WIRE_STOPPED:
		return stop_comes_in(&m->u.stop);
	case WIRE_TRUTH_ROW:
		return truth_comes_in(&m->u.truth, monitors);
	case WIRE_LINE:
		clean_line(&m->u.line.line);
		return true;
	case WIRE_OPENED:
		clean(m->u.result.text, sizeof m->u.result.text);
		return m->u.result.sandbox < SANDBOX_STATES;
	case WIRE_BREAK:
	case WIRE_TRUTH:
		clean(m->u.result.text, sizeof m->u.result.text);
		return true;
	default:
		return true;
	}
}
