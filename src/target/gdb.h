/* SPDX-License-Identifier: MIT */
#ifndef TARGET_GDB_H
#define TARGET_GDB_H

#include "gdb/client.h"
#include "target/inner.h"

struct catalog_monitor;

/* A register of the server's. */
struct gdb_register {
	char name[64];
	unsigned number, bits;
};

struct gdb_monitor {
	const struct catalog_monitor *monitor;
	bool mapped; /* in memory, at */
	uint64_t base;
};

/* What a core's instructions and registers are called. */
struct gdb_arch {
	uint16_t machine; /* as an ELF header has it */
	/* Names in descriptions, and numbers where there is none. */
	const char *pc, *sp, *link, *status, *value, *high;
	unsigned pc_number, sp_number, link_number, status_number, value_number;
	unsigned bits;    /* of a general register */
	uint64_t off, on; /* bits of the status register for a stub */
	/* The instruction that reads or writes a register by `value`, or
	 * `value` and `high`; 0: there is none. */
	uint32_t (*instruction)(const struct tally_reg *reg, bool write);
};

struct gdb_target {
	struct target target;
	char name[160], title[192]; /* in the facts */
	char host[128], port[16];
	struct gdb_monitor monitor[TARGET_MONITORS];
	/* Where a stub may be put; and whether one is used for registers that
	 * Tally's own server offers, too. */
	bool has_scratch, always_stub;
	uint64_t scratch;
	struct program *program;
	const struct gdb_arch *arch;
	/* From the first run on.  `own`: the server is Tally's; others may
	 * offer registers that nothing stands behind, as QEMU's does. */
	bool own;
	struct gdb_client *client;
	struct gdb_register *reg; /* of the description; NULL: there is none */
	unsigned regs;
	struct error trouble; /* why an access failed; "": none did */
};

/* A breakpoint that was set. */
struct gdb_break {
	uint64_t addr;
	char kind; /* '0': in memory, '1': by hardware */
};

struct gdb_bus {
	struct tally_bus bus;
	struct gdb_target *target;
	unsigned monitor;
};

enum { GDB_BREAKS = 16 };

struct gdb_run {
	struct target_run run;
	struct gdb_bus bus[TARGET_MONITORS];
	struct gdb_break at[GDB_BREAKS];
	unsigned breaks;
	bool running, asked; /* to stop */
	uint64_t pc;         /* where it stopped */
	void (*console)(void *ctx, const void *bytes, size_t count,
			double patience);
	void *ctx;
};

/* One register of the core, by the description or by its usual number. */
bool gdb_read_core(struct gdb_target *t, const char *name, unsigned number,
		   uint64_t *value, struct error *err);
bool gdb_write_core(struct gdb_target *t, const char *name, unsigned number,
		    uint64_t value, struct error *err);
bool gdb_read_memory(struct gdb_target *t, uint64_t addr, void *to, size_t size,
		     struct error *err);
bool gdb_write_memory(struct gdb_target *t, uint64_t addr, const void *from,
		      size_t size, struct error *err);
/* '0' or '1': how it was set; 0 and `err`. */
char gdb_set_break(struct gdb_target *t, uint64_t addr, struct error *err);
bool gdb_clear_break(struct gdb_target *t, const struct gdb_break *b,
		     struct error *err);

/* Its faces and what they rest on; the rest of it is filled. */
void gdb_target_make(struct gdb_target *t);

extern const struct tally_bus_ops gdb_bus_ops;

const struct gdb_arch *gdb_arch_of(uint16_t machine);
/* The server's register of that name; NULL: it has none. */
const struct gdb_register *gdb_find_register(const struct gdb_target *t,
					     const char *name);
/* Reads what registers the server has; it may describe none. */
bool gdb_describe(struct gdb_target *t, struct error *err);

#endif
