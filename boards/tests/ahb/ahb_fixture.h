/* SPDX-License-Identifier: MIT */
#ifndef AHB_FIXTURE_H
#define AHB_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "boards/src/ahb/inner.h"

/*
 * A fabric with some memory behind it, whose slaves let nobody wait unless a
 * test says so; and each layer's cells as a text, a letter a cycle:
 *   .  idle             B  WB               A  WA            S  WS
 *   *  a beat is over   e, E  ERROR's two cycles   r, R  RETRY's two
 */
enum { CELLS = 4096, MEMORY = 0x10000 };

struct fixture {
	struct ahb_options options;
	struct ahb *ahb;
	uint8_t memory[MEMORY];  /* at 0, again and again up to 0x0FFFFFFF */
	uint32_t hole, hole_end; /* nothing is there */
	char cells[AHB_LAYERS][CELLS + 1];
	bool line[32];
	char console[64];
	unsigned said;
};

extern struct fixture f;

/* Options are all zero, timings too; then change them, then go. */
void fixture_reset(void);
void fixture_go(void);
int fixture_setup(void **state);
int fixture_teardown(void **state);

/* The counter since reset; all others but those named before may be what
 * they want. */
uint64_t truth(enum ahb_counter counter);
uint64_t counted(enum ahb_counter counter);

/* Every counter that is not 0, ascending but for cycles: {counter, value}. */
struct expected {
	enum ahb_counter counter;
	uint64_t value;
};
void expect_truth(const struct expected *rows, unsigned count);
#define EXPECT_TRUTH(...)                                                      \
	do {                                                                   \
		static const struct expected rows_[] = { __VA_ARGS__ };        \
		expect_truth(rows_, sizeof(rows_) / sizeof(rows_[0]));         \
	} while (0)

/* Has some expect_truth() or expect_counter() of this program wanted the
 * counter to be more than 0? */
bool was_expected(enum ahb_counter counter);
/* One counter, of all. */
void expect_counter(enum ahb_counter counter, uint64_t value);

/* A register of the monitor, without a transfer: a word at the offset. */
void set_monitor(uint32_t offset, uint32_t value);
uint32_t get_monitor(uint32_t offset);

/* Channel registers of the DMA controller, and all it needs to go; time
 * begins with the last channel. */
void set_channel(unsigned channel, uint32_t source, uint32_t destination,
		 uint32_t control, uint32_t configuration);

/* The layer's cells from cycle 0 on, idle ones behind the text. */
void expect_cells(enum ahb_layer layer, const char *text);

/* A fault of the layer at the address, once. */
void fault_at(enum ahb_layer layer, enum ahb_response response, uint32_t addr);

void put32(uint32_t addr, uint32_t value);
uint32_t get32(uint32_t addr);

#endif
