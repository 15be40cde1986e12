/* SPDX-License-Identifier: MIT */
/* The memory behind a GDB server, which is stopped for it. */
#include "target/probe/probe.h"

static struct gdb_target *target_of(const struct target_run *run)
{
	return (struct gdb_target *)run->target;
}

static bool read_memory(struct target_run *run, uint64_t addr, void *to,
			size_t size, struct error *err)
{
	return target_of(run)->by->read_memory(target_of(run), addr, to, size,
					       err);
}

static bool write_memory(struct target_run *run, uint64_t addr,
			 const void *from, size_t size, struct error *err)
{
	return target_of(run)->by->write_memory(target_of(run), addr, from,
						size, err);
}

static bool no_core(struct error *err)
{
	return error_set(err, "the core's registers behind a debug server are "
			      "its own client's");
}

static bool read_core(struct target_run *run, struct target_core *core,
		      struct error *err)
{
	(void)run;
	(void)core;
	return no_core(err);
}

static bool write_core(struct target_run *run, const struct target_core *core,
		       struct error *err)
{
	(void)run;
	(void)core;
	return no_core(err);
}

const struct target_memory gdb_memory = {
	.read = read_memory,
	.write = write_memory,
	.read_core = read_core,
	.write_core = write_core,
};
