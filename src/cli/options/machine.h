/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_MACHINE_H
#define CLI_OPTIONS_MACHINE_H

#include <getopt.h>

#include "boards/src/board.h"
#include "run/doctor/illness.h"

/*
 * The options that say how a simulated machine is started; `board` and `stat`
 * have all of them.  There are rows for a verb's table of getopt_long(), and
 * one function that handles each of the options.
 */
enum {
	OPT_COLD = 0x400,
	OPT_FLAT,
	OPT_TIMING,
	OPT_STRICT,
	OPT_POISON,
	OPT_JITTER,
	OPT_TIMEOUT,
	OPT_MAX_INSN,
	OPT_MAX_CONSOLE,
	OPT_L2,
	OPT_INJECT,
	OPT_TRAFFIC,
	OPT_PCAP,
	OPT_PCAP_SPEED,
	OPT_PLATFORM_RATIO,
	OPT_PMC0_UPPER_FIRST,
	OPT_PMC0_RUNS_ON,
	OPT_ILL,
	OPT_MACHINE_LAST = OPT_ILL,
};

#define MACHINE_OPTION_ROWS                                                    \
	{ "cold", no_argument, NULL, OPT_COLD },                               \
		{ "flat", no_argument, NULL, OPT_FLAT },                       \
		{ "timing", required_argument, NULL, OPT_TIMING },             \
		{ "strict", no_argument, NULL, OPT_STRICT },                   \
		{ "poison", no_argument, NULL, OPT_POISON },                   \
		{ "jitter", required_argument, NULL, OPT_JITTER },             \
		{ "timeout", required_argument, NULL, OPT_TIMEOUT },           \
		{ "max-insn", required_argument, NULL, OPT_MAX_INSN },         \
		{ "max-console", required_argument, NULL, OPT_MAX_CONSOLE },   \
		{ "l2", required_argument, NULL, OPT_L2 },                     \
		{ "inject", required_argument, NULL, OPT_INJECT },             \
		{ "traffic", required_argument, NULL, OPT_TRAFFIC },           \
		{ "pcap", required_argument, NULL, OPT_PCAP },                 \
		{ "pcap-speed", required_argument, NULL, OPT_PCAP_SPEED },     \
		{ "platform-ratio", required_argument, NULL,                   \
		  OPT_PLATFORM_RATIO },                                        \
		{ "pmc0-upper-first", no_argument, NULL,                       \
		  OPT_PMC0_UPPER_FIRST },                                      \
		{ "pmc0-runs-on", no_argument, NULL, OPT_PMC0_RUNS_ON },       \
	{                                                                      \
		"ill", required_argument, NULL, OPT_ILL                        \
	}

/* A program is ended after it has printed this many bytes. */
#define MACHINE_CONSOLE (UINT64_C(64) << 20)

/* A machine of which nobody has asked anything yet. */
extern const struct board_options machine_plain;

/* The part of a machine that these make wrong; 0: nothing, it is the doctor's
 * alone. */
uint32_t machine_ill(enum illness_kind kind);

/* Is `got` of getopt_long() one of these? */
bool machine_option(int got);

/* Handles the option; false and `err` where its argument is wrong. */
bool machine_option_take(int got, const char *argument,
			 struct board_options *options, struct error *err);

#endif
