/* SPDX-License-Identifier: MIT */
/* A command for OpenOCD that needs a stopped core, and its reason to refuse. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "gdb/tcl.h"
#include "target/probe/server/openocd.h"

enum { COMMAND = 8192 };

const char *openocd_ask(struct gdb_target *t, bool *failed, struct error *err,
			const char *format, ...)
{
	char command[COMMAND];
	va_list arguments;

	va_start(arguments, format);
	(void)vsnprintf(command, sizeof command, format, arguments);
	va_end(arguments);
	return tcl_ask(t->tcl.client, failed, err,
		       "if {" OPENOCD_STATE
		       " ne {halted}} {error \"the core is " OPENOCD_STATE
		       "\"}; %s",
		       command);
}

bool openocd_because(struct error *err, const char *said)
{
	const size_t size = strlen(err->text);

	if (*said)
		snprintf(err->text + size, sizeof err->text - size,
			 "; OpenOCD says: %.80s", said);
	return false;
}
