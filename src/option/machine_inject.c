/* SPDX-License-Identifier: MIT */
/*
 * Doings to a machine from outside: signals, errors, traffic.  Only the
 * boards know whether words of the bus mean something, and are asked before.
 */
#include "option/machine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/number.h"

static const char *const signal_names[BOARD_SIGNALS] = {
	[BOARD_ETMEXTOUT0] = "etmextout0",
	[BOARD_ETMEXTOUT1] = "etmextout1",
	[BOARD_PM_EVENT] = "pm_event",
};

static const char *const ram_names[BOARD_RAMS] = {
	[BOARD_ICACHE_TAG] = "icache_tag_parity_error",
	[BOARD_ICACHE_DATA] = "icache_parity_error",
	[BOARD_DCACHE_TAG] = "dcache_tag_parity_error",
	[BOARD_DCACHE_DATA] = "dcache_parity_error",
	[BOARD_DCACHE_DIRTY] = "dcache_dirty_parity_error",
	[BOARD_ITCM] = "itcm_error",
	[BOARD_DTCM] = "dtcm_error",
};

static const char *const traffic_names[BOARD_TRAFFICS] = {
	[BOARD_EXP] = "exp",     [BOARD_GXI] = "gxi",
	[BOARD_UART0] = "uart0", [BOARD_UART1] = "uart1",
	[BOARD_UART2] = "uart2", [BOARD_SSP] = "ssp",
	[BOARD_SCI] = "sci",
};

const char *board_signal_name(enum board_signal signal)
{
	return signal_names[signal];
}

const char *board_ram_name(enum board_ram ram)
{
	return ram_names[ram];
}

const char *board_traffic_name(enum board_traffic traffic)
{
	return traffic_names[traffic];
}

/* ---- taking -------------------------------------------------------------- */

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

bool machine_traffic_take(const char *text, void *to, struct error *err)
{
	struct board_inject *inject = &((struct board_options *)to)->inject;
	const size_t n = strcspn(text, ":");

	for (unsigned i = 0; i < BOARD_TRAFFICS; i++) {
		const char *name = traffic_names[i];

		if (strlen(name) != n || strncmp(name, text, n) != 0)
			continue;
		if (!first_of(inject->traffic[i] != NULL, "--traffic", name,
			      err))
			return false;
		inject->traffic[i] = text;
		return true;
	}
	return error_set(err, "--traffic: '%s' names nothing with traffic",
			 text);
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

/* The signal that the text is about; BOARD_SIGNALS: it is about none. */
static enum board_signal signal_of(const char *text)
{
	const size_t n = strcspn(text, "=");
	unsigned i = 0;

	while (i < BOARD_SIGNALS && (strlen(signal_names[i]) != n ||
				     strncmp(text, signal_names[i], n) != 0))
		i++;
	return (enum board_signal)i;
}

static bool is_etmextout(const char *text) /* etmextout2: no such signal */
{
	return strncmp(text, "etmextout", 9) == 0;
}

static bool is_dbgack(const char *text)
{
	return strncmp(text, "dbgack=", 7) == 0;
}

bool machine_is_fault(const char *text)
{
	return signal_of(text) == BOARD_SIGNALS && !is_etmextout(text) &&
	       !is_dbgack(text) && text[strcspn(text, ":=")] == ':';
}

bool machine_inject_take(const char *text, void *to, struct error *err)
{
	struct board_inject *inject = &((struct board_options *)to)->inject;
	const enum board_signal signal = signal_of(text);
	const size_t n = strcspn(text, "=");

	if (signal != BOARD_SIGNALS)
		return take_signal(text, text + n + (text[n] == '='), signal,
				   inject, err);
	if (is_etmextout(text))
		return take_signal(text, "", BOARD_ETMEXTOUT0, inject, err);
	if (is_dbgack(text))
		return take_dbgack(text + 7, inject, err);
	if (machine_is_fault(text))
		return take_fault(text, inject, err);
	if (!text[n])
		return error_set(err,
				 "--inject: '%s' has no '='; it is like "
				 "etmextout0=3/10, for 3 cycles of each 10, or "
				 "itcm_error=100, for every 100th access",
				 text);
	return take_error(text, n, inject, err);
}

/* ---- printing ------------------------------------------------------------ */

/* "every=0x10" as "every=16". */
static void print_part(FILE *out, const char *part, size_t length)
{
	const char *equals = memchr(part, '=', length);
	const size_t name = equals ? (size_t)(equals + 1 - part) : length;
	struct error ignored;
	uint64_t number;
	char value[40];

	fprintf(out, "%.*s", (int)name, part);
	if (!equals)
		return;
	snprintf(value, sizeof value, "%.*s", (int)(length - name),
		 part + name);
	if (length - name < sizeof value &&
	    number_read(value, &number, &ignored))
		fprintf(out, "%" PRIu64, number);
	else
		fprintf(out, "%.*s", (int)(length - name), part + name);
}

/* Does the part at `a` come before that at `b`?  A word does before what has a
 * value; of equal ones the first. */
static bool comes_before(const char *a, const char *b)
{
	const size_t n = strcspn(a, ","), m = strcspn(b, ",");
	const bool one = memchr(a, '=', n), other = memchr(b, '=', m);
	const int order = strncmp(a, b, n < m ? n : m);

	if (one != other)
		return other;
	if (order == 0 && n == m)
		return a < b;
	return order ? order < 0 : n < m;
}

/* Words of the bus: their first part, and the others, whose order is nothing,
 * by their names. */
static void print_words(FILE *out, const char *text)
{
	const size_t colon = strcspn(text, ":");
	const char *from = text + colon + (text[colon] == ':');
	const char *last = NULL;

	fprintf(out, "%.*s", (int)(from - text), text);
	for (;;) {
		const char *next = NULL;

		for (const char *at = from; *at;
		     at += strcspn(at, ","), at += *at == ',')
			if ((!last || comes_before(last, at)) &&
			    (!next || comes_before(at, next)))
				next = at;
		if (!next)
			break;
		if (last)
			fputc(',', out);
		print_part(out, next, strcspn(next, ","));
		last = next;
	}
	fputc('\n', out);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* In an order of their own, as that in which they were typed means nothing. */
static void print_faults(FILE *out, const struct board_inject *inject)
{
	const char *fault[BOARD_FAULTS] = { NULL };
	unsigned n = 0;

	while (n < BOARD_FAULTS && inject->fault[n]) {
		fault[n] = inject->fault[n];
		n++;
	}
	qsort(fault, n, sizeof *fault, by_text);
	for (unsigned i = 0; i < n; i++)
		print_words(out, fault[i]);
}

static bool print_cycles(FILE *out, const char *name, uint64_t high,
			 uint64_t period)
{
	if (out && period)
		fprintf(out, "%s=%" PRIu64 "/%" PRIu64 "\n", name, high,
			period);
	return period;
}

bool machine_inject_print(FILE *out, const void *from)
{
	const struct board_inject *inject =
		&((const struct board_options *)from)->inject;
	bool any = false;

	for (unsigned i = 0; i < BOARD_SIGNALS; i++)
		any |= print_cycles(out, signal_names[i], inject->high[i],
				    inject->period[i]);
	for (unsigned i = 0; i < BOARD_RAMS; i++) {
		if (out && inject->error[i])
			fprintf(out, "%s=%" PRIu64 "\n", ram_names[i],
				inject->error[i]);
		any |= inject->error[i] != 0;
	}
	any |= print_cycles(out, "dbgack", inject->dbgack_high,
			    inject->dbgack_period);
	if (out)
		print_faults(out, inject);
	return any || inject->fault[0];
}

bool machine_traffic_print(FILE *out, const void *from)
{
	const struct board_inject *inject =
		&((const struct board_options *)from)->inject;
	bool any = false;

	for (unsigned i = 0; i < BOARD_TRAFFICS; i++) {
		if (out && inject->traffic[i])
			print_words(out, inject->traffic[i]);
		any |= inject->traffic[i] != NULL;
	}
	return any;
}
