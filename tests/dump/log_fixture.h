/* SPDX-License-Identifier: MIT */
#ifndef LOG_FIXTURE_H
#define LOG_FIXTURE_H

/* A log in memory, for the tests of it. */
#include <stdint.h>
#include <string.h>

#include <tally/log.h>

#include "dump/dump.h"
#include "test.h"

enum { RECORDS = 8, SIZE = TALLY_LOG_HEADER + RECORDS * TALLY_LOG_RECORD };

typedef TALLY_LOG(memory, RECORDS);

static union {
	struct tally_log log;
	uint8_t bytes[SIZE];
} m;

static inline void fresh(void)
{
	memset(&m, 0xA5, sizeof m);
	assert_int_equal(tally_log_open(&m.log, sizeof m, false), TALLY_OK);
}

static inline bool sample(uint64_t pc)
{
	return tally_log_write(&m.log, TALLY_LOG_SAMPLE, 3, 7, pc,
			       UINT64_C(0x100000002));
}

static inline struct dump *read_back(const void *bytes, size_t size)
{
	struct error err = { "" };
	struct dump *d = dump_read(bytes, size, &err);

	assert_string_equal(err.text, "");
	assert_non_null(d);
	return d;
}

#endif
