/* SPDX-License-Identifier: MIT */
/*
 * How a monitor's interrupt stands on its way into the core: at the
 * controller's input, in the controller, and at the core's own mask.
 */
#include <stdio.h>

#include "boards/src/machine/inner.h"

/* The interrupt's input at its controller, and its number there. */
static unsigned input_of(const struct machine *m, unsigned monitor,
			 struct input *to)
{
	const struct board_monitor *wired = &m->spec->monitor[monitor];

	*to = (struct input){ 0 };
	if (m->arch->input)
		return m->arch->input(m, monitor, to);
	if (wired->interrupt)
		m->spec->input(&m->devices, wired->interrupt, to);
	return wired->interrupt;
}

bool machine_line(struct machine *m, unsigned monitor, struct target_line *line)
{
	struct input in;
	const char *mask;

	*line = (struct target_line){ .number = 0 };
	if (monitor >= board_monitors(&m->spec->info))
		return false;
	machine_lines(m);
	line->number = input_of(m, monitor, &in);
	if (!in.controller)
		return true;
	mask = m->arch->masks(m, in.fast);
	line->raised = in.raised;
	(void)snprintf(line->controller, sizeof line->controller, "%s",
		       in.controller);
	(void)snprintf(line->closed, sizeof line->closed, "%s",
		       in.closed ? in.closed : "");
	(void)snprintf(line->masked, sizeof line->masked, "%s",
		       mask ? mask : "");
	return true;
}
