/* SPDX-License-Identifier: MIT */
#ifndef TARGET_PROBE_SERVER_OPENOCD_H
#define TARGET_PROBE_SERVER_OPENOCD_H

#include "target/probe/server/gdb.h"

#define OPENOCD_STATE "[[target current] curstate]"

/* Asks a command that needs a stopped core.  NULL: it is lost. */
const char *openocd_ask(struct gdb_target *t, bool *failed, struct error *err,
			const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* False; OpenOCD's own reason goes behind the sentence, as its words. */
bool openocd_because(struct error *err, const char *said);

/* As gdb_link->read_core() and write_core() have it. */
bool openocd_read_core(struct gdb_target *t, const char *name, unsigned number,
		       uint64_t *value, struct error *err);
bool openocd_write_core(struct gdb_target *t, const char *name, unsigned number,
			uint64_t value, struct error *err);

#endif
