/* SPDX-License-Identifier: MIT */
#ifndef TARGET_PROBE_SERVER_GDB_H
#define TARGET_PROBE_SERVER_GDB_H

#include <stdio.h>

#include "gdb/client.h"
#include "target/inner.h"

struct catalog_monitor;
struct debug_view;
struct tcl_client;

/* A register of the server's. */
struct gdb_register {
	char name[64];
	unsigned number, bits;
};

struct gdb_monitor {
	const struct catalog_monitor *monitor;
	bool mapped; /* in memory, at */
	uint64_t base;
	const struct debug_view *view; /* ... which is this; NULL: its own */
	bool lock, os_lock;            /* was closed, and is open */
};

/* The least of scratch memory for stubs, what is taken if nothing is said, and
 * the most. */
enum {
	GDB_SCRATCH_LEAST = 192,
	GDB_SCRATCH = 1024,
	GDB_SCRATCH_MOST = 4096,
	GDB_WAIT = 3,
	GDB_SYNC = 8,
	GDB_LINE = 32, /* the least of a cache's lines */
	GDB_USED = 5,
};

/* A register by its name in descriptions, and its number where there is none.
 */
struct gdb_used {
	char name[4];
	unsigned number;
};

/* Words of a core's instructions and registers. */
struct gdb_arch {
	uint16_t machine; /* as an ELF header has it */
	bool thumb;       /* the lowest bit of a place in code says Thumb */
	bool modes;    /* each mode has a stack pointer and a link of its own */
	bool commands; /* OpenOCD's `arm mrc` and `arm mcr` are for it */
	bool a64;      /* its instructions are those of AArch64 */
	/* Names in descriptions, and numbers where there is none. */
	const char *pc, *sp, *link, *status;
	unsigned pc_number, sp_number, link_number, status_number;
	unsigned bits;    /* of a general register, and of a stub's data */
	uint64_t off, on; /* bits of the status register for a stub */
	/* The state says user mode if none of these is set, and then a stub
	 * needs `raise`; 0: there is no way out of that mode. */
	uint64_t mode, raise;
	/* The registers that a stub or a piece of code changes, up to one
	 * without a name; and which of them has the address of the data. */
	struct gdb_used used[GDB_USED + 1];
	unsigned base;
	/* The instruction that reads or writes a register; 0: there is none. */
	uint32_t (*access)(const struct tally_reg *reg, bool write);
	/* One that moves the value (`high`: its upper half) from or to the data
	 * at an offset. */
	uint32_t (*move)(bool store, bool high, unsigned offset);
	/* One that sets the mark, or adds to it; below 128. */
	uint32_t (*mark)(bool first, unsigned by);
	/* Instructions after which a write has taken effect, GDB_WAIT at most.
	 */
	unsigned (*wait)(const struct tally_reg *reg, uint32_t *to);
	/* Instructions after which new code at an address is what is carried
	 * out (the value is an address in its line); GDB_SYNC at most. NULL:
	 * not known. */
	unsigned (*sync)(bool xscale, uint32_t *to);
	/* One that goes so many bytes on. */
	uint32_t (*branch)(unsigned by);
	uint32_t sum; /* adds the mark to the value */
	/* Moves the address of the data to where code of known counts has it.
	 */
	uint32_t address;
	uint32_t stay; /* a branch to itself */
};

/* An access is what a stub does in one place. */
struct gdb_access {
	struct tally_reg reg;
	bool write;
	bool line;      /* no register: arch->sync of the line at `value` */
	bool back;      /* what was written is read back, into ... */
	uint64_t found; /* ... this */
	uint64_t value; /* written, or read */
};

/* The parts of the target that stubs have changed, to be put back. */
struct gdb_stub {
	bool placed; /* the scratch memory has ... */
	bool within; /* the core's registers are ... a stub's */
	bool ready;  /* ... all of them */
	uint8_t memory[GDB_SCRATCH_MOST];
	/* The breakpoint at its end; kind 0: there is none. */
	char stop;
	bool has_end; /* that, and a branch to itself are there, for all that is
		       * known */
	uint64_t used[GDB_USED], pc, status;
	unsigned marks; /* stubs so far, for the next one's mark */
	bool stays;     /* what is in the memory is still needed there */
	unsigned skip;  /* so much of the scratch memory is another's */
};

/* The state on the target of instructions that stay there for a window, see
 * inside/inside.h. */
struct gdb_inside {
	bool armed; /* the branch is there, in place of `word` */
	bool moved; /* the core's sp and link are not the program's */
	uint64_t from;
	uint32_t word;
	bool thumb;
	uint64_t sp, link;
	uint64_t take, end;
	/* The place where the program goes on when the core has come to their
	 * end, before any of it is written: so it can be written again. */
	struct inside_next {
		bool known, user; /* ... the region, which was not let in */
		uint64_t used[2], sp, link, status, pc;
	} next;
	uint64_t nonce;
	const struct tally_reg *kind; /* of the monitor's registers */
};

enum { GDB_AHEAD = 24, GDB_WAITING = 64, GDB_WAS = 128 };

/* A register's value before it was written. */
struct gdb_was {
	struct tally_reg reg;
	bool known, written;
	uint64_t value;
};

/*
 * Registers that stubs read together, for as long as the target stands and
 * nothing is written: whoever asks for one of them asks for the others soon.
 */
struct gdb_ahead {
	struct tally_reg reg[GDB_AHEAD];
	uint64_t value[GDB_AHEAD];
	bool used[GDB_AHEAD]; /* since gdb_bus_forget() */
	unsigned count;
	bool valid; /* the values are what holds */
};

struct gdb_run;
struct gdb_target;
struct gdb_break;

enum { GDB_THREAD = 24, GDB_CORES = 64 };

/* How a core stopped that was let go. */
struct gdb_halt {
	enum { GDB_HALTED, GDB_EXITED, GDB_ENDED, GDB_ASTRAY } how;
	unsigned number;         /* its signal, or its status */
	char thread[GDB_THREAD]; /* which of several; "": not said */
};

/* The words of a command of the server's: its status by `catch`, a blank, and
 * the rest. */
struct gdb_heard {
	char text[200];
	size_t size;
};

/* A breakpoint that was set. */
struct gdb_break {
	uint64_t addr;
	char kind; /* '0': in memory, '1': by hardware */
	/* The size that GDB calls the kind: 4, or of Thumb 2, and 3 for an
	 * instruction of two halves. */
	unsigned size;
	/* Of one in memory: what it takes the place of in the program. */
	bool kept;
	uint8_t was[4];
};

/* One thing that may be left on a target. */
struct gdb_left {
	enum {
		GDB_LEFT_REGISTER, /* `name`, to be `value` again */
		GDB_LEFT_BYTE,     /* the same of memory at `addr` ... */
		GDB_LEFT_WORD,
		GDB_LEFT_BREAK,   /* `at` */
		GDB_LEFT_COMMAND, /* OpenOCD's `name` puts it back */
	} what;
	const char *name;
	uint64_t addr, value;
	struct gdb_break at;
};

/*
 * A link is what a kind of debug server is asked: all that differs between
 * them.  The core is stopped but for lost(), fd(), stopped() and interrupt().
 */
struct gdb_link {
	const char *scheme;   /* what -t begins with */
	const char *debugger; /* who takes the file of what is left ... */
	const char *ending;   /* ... whose name ends so */
	bool names_cores;     /* core= takes a name of OpenOCD's */
	/* A connection, which takes the place of the one before if the core is
	 * there; it is stopped then. */
	bool (*connect)(struct gdb_target *t, struct error *err);
	/* Learns what else is to be known of it, once. */
	bool (*learn)(struct gdb_target *t, struct error *err);
	/* Sends its words to a run; NULL: nowhere. */
	void (*console)(struct gdb_target *t, struct gdb_run *run);
	/* The connection ends, if there is one, and the core goes on, but for
	 * one on which something is left. */
	void (*leave)(struct gdb_target *t);
	bool (*lost)(const struct gdb_target *t);
	/* Its answers cannot be believed: nothing more is asked of this
	 * connection, which is lost(). */
	void (*give_up)(struct gdb_target *t);
	int (*fd)(const struct gdb_target *t);
	/* One register of the core, by name or by GDB's usual number. */
	bool (*read_core)(struct gdb_target *t, const char *name,
			  unsigned number, uint64_t *value, struct error *err);
	bool (*write_core)(struct gdb_target *t, const char *name,
			   unsigned number, uint64_t value, struct error *err);
	bool (*read_memory)(struct gdb_target *t, uint64_t addr, void *to,
			    size_t size, struct error *err);
	bool (*write_memory)(struct gdb_target *t, uint64_t addr,
			     const void *from, size_t size, struct error *err);
	/* False: it is lost; `taken`: there is one now. */
	bool (*set_break)(struct gdb_target *t, const struct gdb_break *b,
			  bool *taken, struct error *err);
	/* Clears it; `gone`: there is none any more. */
	bool (*clear_break)(struct gdb_target *t, const struct gdb_break *b,
			    bool *gone, struct error *err);
	/* On, or by one instruction. */
	bool (*go)(struct gdb_target *t, bool step, struct error *err);
	/* Has it stopped?  With `block`, behind a step, that is waited for as
	 * any answer is: then it has, or is lost. */
	bool (*stopped)(struct gdb_target *t, bool block, struct gdb_halt *halt,
			struct error *err);
	void (*interrupt)(struct gdb_target *t);
	/* A command of OpenOCD's. */
	bool (*command)(struct gdb_target *t, const char *what,
			struct gdb_heard *h, struct error *err);
	/* An answer that no other question has is to its own; NULL: answers
	 * have numbers. */
	bool (*in_step)(struct gdb_target *t, struct error *err);
	/* How the debugger is told to put back what is left. */
	void (*tell)(FILE *to, const struct gdb_left *left);
};

struct gdb_target {
	struct target target;
	char name[160], title[192]; /* in the facts */
	/* Likewise: the way to its registers alone, and with what looks cost.
	 */
	const char *by_way;
	char halted[256];
	char host[512], port[16];
	struct gdb_monitor monitor[TARGET_MONITORS];
	/* The place where a stub may be put; and whether one is used for
	 * registers that Tally's own server offers, too. */
	bool has_scratch;
	/* Which way is taken to registers of the core; ANY: the first that
	 * works, found out when they are needed. */
	enum gdb_way {
		GDB_BY_ANY,
		GDB_BY_REGISTERS,
		GDB_BY_COMMAND,
		GDB_BY_STUB,
	} way;
	uint64_t scratch;
	unsigned scratch_size;
	/* The core is never halted, and memory is reached by this target of
	 * OpenOCD's; "": by the current one. */
	struct {
		bool on;
		char name[64];
	} live;
	double lasts;  /* seconds of a run; 0: nobody has said */
	char core[64]; /* as core= has it; "": nobody has said */
	/* Of several that a server of GDB's protocol has; "": of one. */
	char thread[GDB_THREAD];
	/* All of them, in its order, which core= numbers from 1 on. */
	char cores[GDB_CORES][GDB_THREAD];
	unsigned has_cores;
	/* OpenOCD's other cores, which may share the memory; "": none. */
	char others[100];
	struct program *program;
	const struct gdb_arch *arch;
	/* From the first run on.  `own`: the server is Tally's; others may
	 * offer registers that nothing stands behind, as QEMU's does. */
	bool own;
	const struct gdb_link *by;
	bool connected;            /* once; it may be lost since */
	struct gdb_client *client; /* gdb_link_packets */
	struct {
		struct tcl_client *client;
		bool big;         /* its words in memory */
		bool stopped;     /* it has, which stopped() will tell */
		double until;     /* when it has to; 0: it was not told to */
		bool deaf;        /* it has not */
	} tcl;                    /* gdb_link_openocd */
	struct gdb_register *reg; /* of the description; NULL: there is none */
	unsigned regs;
	struct gdb_stub stub;
	struct gdb_inside inside;
	double patience_s;   /* the longest that a run is let go on; 0: any */
	struct gdb_run *run; /* the one that is open */
	/* Registers that a run before looked at until it first settled. */
	struct gdb_ahead begin[TARGET_MONITORS];
	/* The link is connected again once.  ENDED: and so has the program,
	 * with all that was put there. */
	enum {
		GDB_LINK_FIRST,
		GDB_LINK_SECOND,
		GDB_LINK_GONE,
		GDB_LINK_ENDED,
	} link;
	bool has_commands; /* the server's are OpenOCD's */
	bool in_doubt;     /* it was asked for this one, and lost: */
	struct gdb_break doubt;
	struct error trouble; /* why an access failed; "": none did */
};

struct gdb_bus {
	struct tally_bus bus;
	struct gdb_target *target;
	unsigned monitor;
	struct gdb_ahead ahead;
	bool begun;                          /* it has settled */
	struct tally_step wait[GDB_WAITING]; /* not written yet */
	unsigned waiting;
	struct gdb_was was[GDB_WAS];
	unsigned wass;
};

enum { GDB_BREAKS = 16 };

struct gdb_run {
	struct target_run run;
	struct gdb_bus bus[TARGET_MONITORS];
	struct gdb_break at[GDB_BREAKS];
	unsigned breaks;
	bool running, asked; /* to stop */
	bool given_up;       /* ... as it took too long */
	unsigned passed;     /* so often another core came to a breakpoint */
	uint64_t passers;    /* which they were, as bits by t->cores */
	double went;         /* when: seconds_now() */
	/*
	 * Looks at times: it is stopped when so many cycles of its clock have
	 * gone by while it ran since the first go_until(), by this computer's
	 * clock; 0: it is not.
	 */
	uint64_t until;
	bool over; /* so, as the time that a run lasts has gone by */
	bool timed, looks, astray; /* likewise; asked to stop for a look; it had
				      stopped by itself before it was */
	double ran;                /* before it went the last time */
	double since;              /* of it, since when patience is counted */
	double stopped, stood;     /* when, and for how long in all */
	unsigned halts;
	uint64_t pc;   /* where it stopped */
	uint64_t link; /* of the last where(); the lowest bit: Thumb */
	void (*console)(void *ctx, const void *bytes, size_t count,
			double patience);
	void *ctx;
	char heard[200]; /* of a line of the server's, so far */
	unsigned heards;
};

/* A value in the target's order of bytes. */
void gdb_put_bytes(const struct gdb_target *t, uint8_t *to, uint64_t value,
		   unsigned count);
uint64_t gdb_get_bytes(const struct gdb_target *t, const uint8_t *from,
		       unsigned count);
/* The one that a run has set there; NULL: it has none there. */
struct gdb_break *gdb_break_at(struct gdb_run *r, uint64_t addr);
/* In one of the kinds that are tried in their order. */
bool gdb_set_break(struct gdb_target *t, struct gdb_break *b, const char *kinds,
		   struct error *err);
/* So many bytes it takes the place of. */
unsigned gdb_break_bytes(const struct gdb_break *b);
/* False: the link is lost, or the server refuses to take it away. */
bool gdb_clear_break(struct gdb_target *t, const struct gdb_break *b,
		     struct error *err);
/* As control->stop_at() has it, of the open run. */
bool gdb_put_break(struct gdb_run *r, uint64_t addr, bool set,
		   struct error *err);
/* Off the breakpoint where it stands: a server would stop there again. */
bool gdb_step_off(struct gdb_target *t, struct gdb_break *b, struct error *err);

/* Carries them out in their order, by as few stubs as the memory takes. */
bool gdb_stub_run(struct gdb_target *t, struct gdb_access *a, unsigned count,
		  struct error *err);
/* Carries out a piece of code, with the address of a word that it may read and
 * write in the first register. */
bool gdb_stub_piece(struct gdb_target *t, const uint32_t *word, unsigned count,
		    struct error *err);
/* The place where all of them end, with a breakpoint if there can be one. */
static inline uint64_t gdb_stub_stop(const struct gdb_target *t)
{
	return t->scratch + t->scratch_size - 8;
}
/* The place where its data begins, and behind that its instructions. */
static inline uint64_t gdb_stub_data(const struct gdb_target *t)
{
	return t->scratch + t->stub.skip;
}
unsigned gdb_used_count(const struct gdb_arch *a);
/* A register of arch->used. */
bool gdb_stub_register(struct gdb_target *t, unsigned which, bool write,
		       uint64_t *value, struct error *err);
/* The core is a stub's: memory and registers are kept. */
bool gdb_stub_enter(struct gdb_target *t, struct error *err);
/* From there to the end; `late`: it had to be stopped. */
bool gdb_stub_go(struct gdb_target *t, uint64_t from, bool *late,
		 struct error *err);
/* The core's registers are put back: before it goes on, or is looked at. */
bool gdb_stub_leave(struct gdb_target *t, struct error *err);
/* So is the memory; the breakpoint in it is taken away.  All of that is read
 * back. */
bool gdb_stub_end(struct gdb_target *t, struct error *err);

/* By `arm mrc` and `arm mcr` of OpenOCD. */
bool gdb_by_command(struct gdb_target *t, const struct tally_reg *reg,
		    bool write, uint64_t *value, struct error *err);
enum { GDB_COMMAND = 300 };
/* The command that writes it, select register and all. */
/* Has OpenOCD a command for registers of its space? */
bool gdb_command_reaches(const struct tally_reg *reg);
void gdb_command_write(char what[GDB_COMMAND], const struct tally_reg *reg,
		       uint64_t value);

/* The one that is measured, of several; false and `err` where none is named. */
bool gdb_choose_thread(struct gdb_target *t, struct error *err);
bool gdb_select_thread(struct gdb_target *t, const char *thread,
		       struct error *err);
/* False and `err`: OpenOCD stops others together with it.  Which there are
 * besides is found out. */
bool gdb_is_alone(struct gdb_target *t, struct error *err);
/* Does another core run what is written to memory? */
bool gdb_has_others(const struct gdb_target *t);
/* Another core came to a breakpoint, and was led past it; all run again. */
bool gdb_let_pass(struct gdb_target *t, struct gdb_run *r,
		  const struct gdb_halt *halt, struct error *err);

/* Which other cores came to a breakpoint, or may have, and what to do: a
 * clause, or "". */
void gdb_tell_others(const struct gdb_target *t, const struct gdb_run *r,
		     char *text, size_t room);

/* "0x81a4 (crc32+0x4)" */
const char *gdb_spot(const struct gdb_target *t, uint64_t pc, char *text,
		     size_t room);
/* False and `err`: the core does not stop, and why that may be. */
bool gdb_is_deaf(const struct gdb_target *t, struct error *err);

/* False, for who failed.  If the link is lost, and for the first time, it is
 * connected again, so that everything can be put back. */
bool gdb_failed(struct gdb_target *t);
/* Passes what the server's console tells to the run's. */
void gdb_run_console(void *run, const void *bytes, size_t count);
/* The line that has no end yet. */
void gdb_run_line(struct gdb_run *r);
/* A sentence of ours, on the same way. */
void gdb_run_say(struct gdb_run *r, const char *what);

extern const struct gdb_link gdb_link_packets, gdb_link_openocd;

/* NULL: nothing is known of such a machine. */
const struct gdb_arch *gdb_arch_of(uint16_t machine);
/* The server's register of that name; NULL: it has none. */
const struct gdb_register *gdb_find_register(const struct gdb_target *t,
					     const char *name);
/* Reads what registers the server has; it may describe none. */
bool gdb_describe(struct gdb_target *t, struct error *err);

#endif
