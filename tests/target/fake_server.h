/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FAKE_SERVER_H
#define TESTS_FAKE_SERVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * A server of GDB's remote protocol, in a thread, and an ARM1176 behind it that
 * carries out stubs.  Its program comes to FAKE_BEGIN and then to FAKE_END, if
 * breakpoints are there.  One packet of the client's meets a fault.
 */
enum {
	FAKE_BEGIN = 0x8100,
	FAKE_END = 0x8200,
	FAKE_SCRATCH = 0x9000,
	FAKE_MEMORY = 1024,
	FAKE_PC = 15,
	FAKE_STATUS = 25,
	FAKE_BREAKS = 16,
};

enum fake_fault {
	FAKE_NONE,
	FAKE_CLOSES,  /* it is not carried out, and the connection ends */
	FAKE_LATE,    /* it is, and the connection ends before its answer */
	FAKE_GONE,    /* as FAKE_CLOSES, and nobody can connect again */
	FAKE_REFUSES, /* from there on an error, and nothing is carried out */
	FAKE_ONCE,    /* one error, of what was carried out */
	FAKE_TWICE,   /* one answer comes twice */
	FAKE_BEHIND,  /* it does so late that all that follow are one behind */
	FAKE_OTHER,   /* one answer is that to the question before */
	FAKE_FAULTS
};

/* The state of a core that a client can change. */
struct fake_core {
	uint32_t reg[26], monitor[4];
	uint8_t memory[FAKE_MEMORY];
	uint32_t at[FAKE_BREAKS]; /* breakpoints; 0: none */
};

struct fake_server {
	struct fake_core core;
	bool forgets; /* breakpoints, when a connection ends */
	bool endless; /* a stub was started without its end */
	enum fake_fault fault;
	unsigned number, packets;
	unsigned room; /* letters of a packet; 0: 4096 */
	char port[16];
	/* Its own. */
	char before[4200];
	int listener;
	pthread_t thread;
};

/* The core is as it stands at its begin; `fault` and `number` are set. */
void fake_start(struct fake_server *s);
void fake_stop(struct fake_server *s);

#endif
