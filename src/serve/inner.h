/* SPDX-License-Identifier: MIT */
#ifndef SERVE_INNER_H
#define SERVE_INNER_H

#include "gdb/packet.h"
#include "serve/serve.h"

/* A core's registers, as GDB numbers and names them. */
struct serve_core {
	uint16_t machine;                   /* as an ELF header has it */
	const char *architecture, *feature; /* GDB's names */
	const char *general; /* names of target_core.r, blank-separated */
	uint8_t general_bits;
	/* Registers behind those; ends with a row without a name. */
	struct serve_special {
		const char *name;
		uint8_t bits;
		enum { SERVE_PC, SERVE_STATE, SERVE_MORE } where;
		uint8_t more; /* index in target_core.more */
	} special[8];
};

const struct serve_core *serve_core_of(const struct program *p);
unsigned serve_core_registers(const struct serve_core *core);
/* The value's place, and its bits; the number is below those registers'. */
uint64_t *serve_core_value(const struct serve_core *core, struct target_core *c,
			   unsigned number, unsigned *bits);
/* The target description, to be freed; NULL: out of memory. */
char *serve_description(const struct serve_core *core,
			const struct serve_monitor_register *reg,
			unsigned regs);
/* The memory map, to be freed as well. */
char *serve_memory_map(const struct target_facts *facts);

/* A session under way. */
struct serve_gdbr {
	const struct serve_session *session;
	struct target *target;
	const struct serve_core *core;
	char *description, *map;
	struct gdb_reader in;
	char out[GDB_PAYLOAD + 1]; /* the answer being made */
	char frame[GDB_FRAME];     /* the last one, should it be asked again */
	size_t framed;
	bool no_ack;  /* GDB does without acknowledgements */
	bool running; /* the target runs, and GDB waits */
	bool steps;   /* ... by one instruction */
	bool asked;   /* ... and GDB has asked it to stop */
	bool over;
	enum serve_end end;
	struct target_stop *stop;
	struct error *err;
	bool failed; /* `err` is set: the session is over */
};

/* Errors: an address or a register that cannot be had, and a packet that means
 * nothing. */
#define SERVE_FAULT       "E0e"
#define SERVE_MEANINGLESS "E16"

void serve_finish(struct serve_gdbr *s, enum serve_end end);
/* Sends what is said; what cannot be sent ends the session. */
void serve_send(struct serve_gdbr *s, const char *bytes, size_t size);
void serve_say(struct serve_gdbr *s, const char *payload);
void serve_say_bytes(struct serve_gdbr *s, const char *payload, size_t size);
/* Text on GDB's console, while GDB waits for something else. */
void serve_tell(struct serve_gdbr *s, const char *text);

/* Registers and memory: each answers one packet. */
void serve_read_all(struct serve_gdbr *s);
void serve_write_all(struct serve_gdbr *s, const char *hex);
void serve_read_one(struct serve_gdbr *s, const char *arguments);
void serve_write_one(struct serve_gdbr *s, const char *arguments);
void serve_read_memory(struct serve_gdbr *s, const char *arguments);
/* `size` bytes of arguments in all; binary, or digits. */
void serve_write_memory(struct serve_gdbr *s, const char *arguments,
			size_t size, bool binary);

/* GDB's `monitor` command: `hex` is what was typed. */
void serve_monitor_command(struct serve_gdbr *s, const char *hex);

#endif
