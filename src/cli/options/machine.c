/* SPDX-License-Identifier: MIT */
/* How a simulated machine is started, as typed.  See machine.h. */
#include "cli/options/machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/number.h"
#include "cli/cli.h"
#include "cli/screen.h"

const struct board_options machine_plain = { .max_console = MACHINE_CONSOLE,
					     .stop = &running_interrupted };

bool machine_option(int got)
{
	return got >= OPT_COLD && got <= OPT_MACHINE_LAST;
}

static bool take_number(const char *option, const char *text, uint64_t *value,
			struct error *err)
{
	return number_read(text, value, err) || error_within(err, "%s", option);
}

static bool take_limit(const char *text, uint64_t *value, struct error *err)
{
	if (!take_number("--max-insn", text, value, err))
		return false;
	return *value > 0 ||
	       error_set(err, "--max-insn: it takes at least one instruction");
}

/* In MiB. */
static bool take_console(const char *text, uint64_t *value, struct error *err)
{
	enum { MOST = 1 << 20 };

	if (!take_number("--max-console", text, value, err))
		return false;
	if (*value < 1 || *value > MOST)
		return error_set(err,
				 "--max-console: %s is not one of 1 to %d MiB",
				 text, (int)MOST);
	*value <<= 20;
	return true;
}

static bool take_timeout(const char *text, double *value, struct error *err)
{
	char *end;

	*value = strtod(text, &end);
	return (end > text && !*end && isfinite(*value) && *value > 0) ||
	       error_set(err,
			 "--timeout: '%s' is not a number of seconds above 0",
			 text);
}

/* "HIGH/PERIOD", both in cycles. */
static bool take_cycles(const char *text, uint64_t *high, uint64_t *period)
{
	const char *slash = strchr(text, '/');
	struct error ignored;
	char first[32];
	size_t length;

	if (!slash)
		return false;
	length = (size_t)(slash - text);
	if (length >= sizeof(first))
		return false;
	memcpy(first, text, length);
	first[length] = '\0';
	return number_read(first, high, &ignored) &&
	       number_read(slash + 1, period, &ignored) && *period != 0 &&
	       *high <= *period;
}

/* Refuses a second injection of the same thing, since one would be lost. */
static bool first_of(bool taken, const char *option, const char *name,
		     struct error *err)
{
	return !taken || error_set(err,
				   "%s %s is given twice, and means one thing; "
				   "leave one out",
				   option, name);
}

/* HIGH/PERIOD of a signal. */
static bool take_signal(const char *text, const char *form,
			enum board_signal signal, struct board_inject *inject,
			struct error *err)
{
	uint64_t high, period;

	error_set(err,
		  "--inject: '%s' is not like etmextout0=3/10, for 3 cycles "
		  "of each 10; the signals are etmextout0 and etmextout1, and "
		  "an e500's pm_event",
		  text);
	if (!take_cycles(form, &high, &period) ||
	    !first_of(inject->period[signal] != 0, "--inject",
		      board_signal_name(signal), err))
		return false;
	inject->high[signal] = high;
	inject->period[signal] = period;
	return true;
}

static bool take_dbgack(const char *text, struct board_inject *inject,
			struct error *err)
{
	return first_of(inject->dbgack_period != 0, "--inject", "dbgack",
			err) &&
	       (take_cycles(text, &inject->dbgack_high,
			    &inject->dbgack_period) ||
		error_set(
			err,
			"--inject dbgack: '%s' is not like 3/10, for 3 cycles "
			"of each 10",
			text));
}

/* "LAYER:error" or "LAYER:retry", with the parts that may follow. */
static bool take_fault(const char *text, struct board_inject *inject,
		       struct error *err)
{
	unsigned i = 0;

	if (!board_fault_check(text, err))
		return error_within(err, "--inject");
	while (i < BOARD_FAULTS && inject->fault[i])
		i++;
	if (i == BOARD_FAULTS)
		return error_set(err,
				 "--inject: %d answers of the bus at most are "
				 "injected at once",
				 (int)BOARD_FAULTS);
	inject->fault[i] = text;
	return true;
}

static bool take_traffic(const char *text, struct board_inject *inject,
			 struct error *err)
{
	enum board_traffic whose = board_traffic_check(text, err);
	char name[16];

	if (whose == BOARD_TRAFFICS)
		return error_within(err, "--traffic");
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(text, ":"), text);
	if (!first_of(inject->traffic[whose] != NULL, "--traffic", name, err))
		return false;
	inject->traffic[whose] = text;
	return true;
}

/* NAME=EVERY, NAME being an event's. */
static bool take_error(const char *text, size_t n, struct board_inject *inject,
		       struct error *err)
{
	struct nearest near = { 0 };
	char name[40];

	snprintf(name, sizeof(name), "%.*s", (int)n, text);
	for (unsigned i = 0; i < BOARD_RAMS; i++) {
		const char *known = board_ram_name((enum board_ram)i);

		nearest_offer(&near, name, known);
		if (strcmp(name, known) != 0)
			continue;
		if (!first_of(inject->error[i] != 0, "--inject", known, err))
			return false;
		if (!number_read(text + n + 1, &inject->error[i], err))
			return error_within(err, "--inject %s", known);
		return inject->error[i] > 0 ||
		       error_set(err,
				 "--inject %s: every how many accesses? At "
				 "least 1",
				 known);
	}
	return error_set(err,
			 "--inject: there is no '%s' to inject; %s%s%sit is "
			 "like etmextout0=3/10, for 3 cycles of each 10, or "
			 "itcm_error=100, for every 100th access",
			 name, near.best ? "did you mean " : "",
			 near.best ? near.best : "", near.best ? "? " : "");
}

static bool take_inject(const char *text, struct board_inject *inject,
			struct error *err)
{
	size_t n = strcspn(text, "=");

	for (unsigned i = 0; i < BOARD_SIGNALS; i++) {
		const char *name = board_signal_name((enum board_signal)i);

		if (strlen(name) == n && !strncmp(text, name, n))
			return take_signal(text, text + n + (text[n] == '='),
					   (enum board_signal)i, inject, err);
	}
	if (!strncmp(text, "etmextout", 9)) /* etmextout2: no such signal */
		return take_signal(text, "", BOARD_ETMEXTOUT0, inject, err);
	if (strncmp(text, "dbgack=", 7) == 0)
		return take_dbgack(text + 7, inject, err);
	if (text[strcspn(text, ":=")] == ':')
		return take_fault(text, inject, err);
	if (!text[n])
		return error_set(err,
				 "--inject: '%s' has no '='; it is like "
				 "etmextout0=3/10, for 3 cycles of each 10, or "
				 "itcm_error=100, for every 100th access",
				 text);
	return take_error(text, n, inject, err);
}

static bool take_timing(const char *text, bool *flat, struct error *err)
{
	*flat = strcmp(text, "flat") == 0;
	return *flat || strcmp(text, "modelled") == 0 ||
	       error_set(err, "--timing: '%s' is neither flat nor modelled",
			 text);
}

static bool take_l2(const char *text, bool *on, struct error *err)
{
	*on = strcmp(text, "on") == 0;
	return *on || strcmp(text, "off") == 0 ||
	       error_set(err, "--l2: '%s' is neither on nor off", text);
}

/* "wire", or how many times as fast as captured. */
static bool take_speed(const char *text, uint32_t *milli, struct error *err)
{
	char *end;
	double speed = strtod(text, &end);

	if (!strcmp(text, "wire")) {
		*milli = 0;
		return true;
	}
	if (end == text || *end || !(speed >= 0.001 && speed <= 1e6))
		return error_set(err,
				 "--pcap-speed: '%s' is neither wire (back to "
				 "back) nor a number of times as fast as "
				 "captured, from 0.001 to 1000000",
				 text);
	*milli = (uint32_t)(speed * 1000 + 0.5);
	return true;
}

/* "5:2": so many core clocks to one or two of the platform. */
static bool take_ratio(const char *text, struct board_options *options,
		       struct error *err)
{
	char *colon, *end = NULL;
	unsigned long core = strtoul(text, &colon, 10), platform = 0;

	if (colon > text && *colon == ':')
		platform = strtoul(colon + 1, &end, 10);
	if (!end || *end || text[0] == '-' || platform < 1 || platform > 2 ||
	    core < platform || core > 64)
		return error_set(err,
				 "--platform-ratio: '%s' is not like 5:2 or "
				 "3:1, up to 64 core clocks to one or two of "
				 "the platform",
				 text);
	options->ratio_core = (uint8_t)core;
	options->ratio_platform = (uint8_t)platform;
	return true;
}

uint32_t machine_ill(enum illness_kind kind)
{
	return kind == ILL_NO_LINE         ? 1u << BOARD_ILL_NO_LINE
	       : kind == ILL_NID_OFF       ? 1u << BOARD_ILL_NID_OFF
	       : kind == ILL_LOST_OVERFLOW ? 1u << BOARD_ILL_LOST_OVERFLOW
					   : 0;
}

/* Of what the doctor can be shown, what is a machine's. */
static bool take_ill(const char *text, uint32_t *ill, struct error *err)
{
	struct error ignored;
	const enum illness_kind kind = illness_find(text, &ignored);
	const uint32_t one = kind == ILL_KINDS ? 0 : machine_ill(kind);

	*ill |= one;
	return one || error_set(err,
				"--ill: a board can have no-line, nid-off and "
				"lost-overflow, not %s",
				text);
}

bool machine_option_take(int got, const char *argument,
			 struct board_options *options, struct error *err)
{
	switch (got) {
	case OPT_COLD:
		options->cold = true;
		return true;
	case OPT_FLAT:
		options->flat = true;
		return true;
	case OPT_TIMING:
		return take_timing(argument, &options->flat, err);
	case OPT_STRICT:
		options->strict = true;
		return true;
	case OPT_POISON:
		options->poison = true;
		return true;
	case OPT_JITTER:
		options->jitter = true;
		return take_number("--jitter", argument, &options->seed, err);
	case OPT_TIMEOUT:
		return take_timeout(argument, &options->timeout_s, err);
	case OPT_MAX_INSN:
		return take_limit(argument, &options->max_instructions, err);
	case OPT_MAX_CONSOLE:
		return take_console(argument, &options->max_console, err);
	case OPT_L2:
		return take_l2(argument, &options->l2, err);
	case OPT_TRAFFIC:
		return take_traffic(argument, &options->inject, err);
	case OPT_PCAP:
		options->pcap = argument;
		return true;
	case OPT_PCAP_SPEED:
		return take_speed(argument, &options->pcap_speed_milli, err);
	case OPT_PLATFORM_RATIO:
		return take_ratio(argument, options, err);
	case OPT_PMC0_UPPER_FIRST:
		options->pmc0_upper_first = true;
		return true;
	case OPT_PMC0_RUNS_ON:
		options->pmc0_runs_on = true;
		return true;
	case OPT_ILL:
		return take_ill(argument, &options->ill, err);
	case OPT_INJECT:
	default:
		return take_inject(argument, &options->inject, err);
	}
}
