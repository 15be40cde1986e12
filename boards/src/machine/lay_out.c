/* SPDX-License-Identifier: MIT */
/* The layout in which the core's model sees the program. */
#include "boards/src/core/uarch.h"
#include "boards/src/layout/layout.h"
#include "boards/src/machine/inner.h"

bool machine_lay_out(struct machine *m, uint32_t stack_from, struct error *err)
{
	const struct layout_wish wish = {
		.seed = m->options.layout,
		.stack_from = stack_from,
		.stack_to = m->arch->ram_end(m->spec),
	};

	if (!m->options.layout)
		return true;
	m->layout = layout_new(m->program, &wish);
	return (m->layout && uarch_lay_out(m->uarch, m->layout)) ||
	       error_no_memory(err);
}
