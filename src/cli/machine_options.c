/* SPDX-License-Identifier: MIT */
/* How a simulated machine is started, as typed.  See machine_options.h. */
#include "cli/machine_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

bool machine_option(int got)
{
	return got >= OPT_COLD && got <= OPT_INJECT;
}

static bool take_number(const char *option, const char *text, uint64_t *value,
			struct error *err)
{
	return cli_number(text, value, err) || error_within(err, "%s", option);
}

static bool take_limit(const char *text, uint64_t *value, struct error *err)
{
	if (!take_number("--max-insn", text, value, err))
		return false;
	return *value > 0 ||
	       error_set(err, "--max-insn: it takes at least one instruction");
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

/* etmextoutN=HIGH/PERIOD */
static bool take_inject(const char *text, struct board_inject *inject,
			struct error *err)
{
	static const char name[] = "etmextout";
	size_t n = sizeof(name) - 1;
	const char *slash = strchr(text, '/');
	uint64_t high_cycles, period;
	struct error why;
	char high[32];
	unsigned signal;
	size_t length;

	error_set(err,
		  "--inject: '%s' is not like etmextout0=3/10, for 3 cycles "
		  "of each 10; the signals are etmextout0 and etmextout1",
		  text);
	if (!slash || strncmp(text, name, n) != 0 || text[n] < '0' ||
	    text[n] > '1' || text[n + 1] != '=')
		return false;
	signal = (unsigned)(text[n] - '0');
	length = (size_t)(slash - text) - (n + 2);
	if (length >= sizeof(high))
		return false;
	memcpy(high, text + n + 2, length);
	high[length] = '\0';
	if (!cli_number(high, &high_cycles, &why) ||
	    !cli_number(slash + 1, &period, &why) || period == 0 ||
	    high_cycles > period)
		return false;
	inject->high[signal] = high_cycles;
	inject->period[signal] = period;
	return true;
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
	case OPT_INJECT:
	default:
		return take_inject(argument, &options->inject, err);
	}
}
