/* SPDX-License-Identifier: MIT */
#include "ahb_fixture.h"

#include <stdio.h>

struct fixture f;

static bool expected[AHB_COUNTERS]; /* by some case of the program */

static bool read_memory(void *ctx, uint32_t addr, unsigned size,
			uint32_t *value)
{
	(void)ctx;
	if (addr >= f.hole && addr < f.hole_end)
		return false;
	*value = 0;
	memcpy(value, &f.memory[addr % MEMORY], size);
	return true;
}

static bool write_memory(void *ctx, uint32_t addr, unsigned size,
			 uint32_t value)
{
	(void)ctx;
	if (addr >= f.hole && addr < f.hole_end)
		return false;
	memcpy(&f.memory[addr % MEMORY], &value, size);
	return true;
}

static void set_line(void *ctx, unsigned line, bool level)
{
	(void)ctx;
	f.line[line] = level;
}

static void say(void *ctx, unsigned unit, uint8_t c)
{
	(void)ctx;
	(void)unit;
	if (f.said < sizeof(f.console) - 1)
		f.console[f.said++] = (char)c;
}

static void note(void *ctx, const struct ahb_status *s)
{
	static const char letter[] = ".BAS*eErR";

	(void)ctx;
	for (uint64_t t = s->time; t < s->time + s->cycles && t < CELLS; t++) {
		assert_int_equal(f.cells[s->layer][t], '.');
		f.cells[s->layer][t] = letter[s->cell];
	}
}

void fixture_reset(void)
{
	if (f.ahb)
		ahb_free(f.ahb);
	memset(&f, 0, sizeof(f));
	for (unsigned i = 0; i < AHB_SLAVES; i++)
		f.options.timing_set[i] = true;
	for (unsigned i = 0; i < AHB_LAYERS; i++)
		memset(f.cells[i], '.', CELLS);
}

void fixture_go(void)
{
	static const struct ahb_host host = {
		.read = read_memory,
		.write = write_memory,
		.interrupt = set_line,
		.console = say,
	};

	f.ahb = ahb_new(&f.options, &host);
	assert_non_null(f.ahb);
	ahb_watch(f.ahb, note, NULL);
}

int fixture_setup(void **state)
{
	(void)state;
	fixture_reset();
	return 0;
}

int fixture_teardown(void **state)
{
	(void)state;
	fixture_reset();
	return 0;
}

uint64_t truth(enum ahb_counter counter)
{
	struct ahb_ledger ledger;

	ahb_truth(f.ahb, &ledger);
	return ledger.n[counter];
}

uint64_t counted(enum ahb_counter counter)
{
	struct ahb_ledger ledger;

	ahb_counted(f.ahb, &ledger);
	return ledger.n[counter];
}

void expect_truth(const struct expected *rows, unsigned count)
{
	struct ahb_ledger ledger;
	unsigned n;
	const struct pmu_event *events = ahb_events(&n);
	bool wrong = false;

	for (unsigned k = 0; k < count; k++)
		expected[rows[k].counter] |= rows[k].value != 0;
	ahb_truth(f.ahb, &ledger);
	for (unsigned i = CtArmdRd; i < n; i++) {
		uint64_t value = 0;

		for (unsigned k = 0; k < count; k++)
			if (rows[k].counter == i)
				value = rows[k].value;
		if (ledger.n[i] == value)
			continue;
		print_message("%s: is %llu, expected %llu\n", events[i].name,
			      (unsigned long long)ledger.n[i],
			      (unsigned long long)value);
		wrong = true;
	}
	assert_false(wrong);
}

bool was_expected(enum ahb_counter counter)
{
	return expected[counter];
}

void expect_counter(enum ahb_counter counter, uint64_t value)
{
	expected[counter] |= value != 0;
	assert_int_equal(truth(counter), value);
}

void set_monitor(uint32_t offset, uint32_t value)
{
	ahb_poke(f.ahb, AHB_MONITOR_BASE + offset, value);
}

uint32_t get_monitor(uint32_t offset)
{
	return ahb_peek(f.ahb, AHB_MONITOR_BASE + offset);
}

void set_channel(unsigned channel, uint32_t source, uint32_t destination,
		 uint32_t control, uint32_t configuration)
{
	uint32_t base = PL080_BASE + 0x100 + 0x20 * channel;

	ahb_poke(f.ahb, PL080_BASE + 0x30, 1);
	ahb_poke(f.ahb, base + 0x00, source);
	ahb_poke(f.ahb, base + 0x04, destination);
	ahb_poke(f.ahb, base + 0x0C, control);
	ahb_poke(f.ahb, base + 0x10, configuration);
}

void expect_cells(enum ahb_layer layer, const char *text)
{
	size_t length = strlen(text);
	char cells[CELLS + 1];

	memcpy(cells, f.cells[layer], length);
	cells[length] = '\0';
	assert_string_equal(cells, text);
	for (size_t t = length; t < CELLS; t++)
		assert_int_equal(f.cells[layer][t], '.');
}

void fault_at(enum ahb_layer layer, enum ahb_response response, uint32_t addr)
{
	const struct ahb_fault fault = {
		.layer = layer,
		.response = response,
		.first = addr,
		.last = addr,
		.every = 1,
		.times = 1,
	};
	struct error err;

	assert_true(ahb_inject(f.ahb, &fault, &err));
}

void put32(uint32_t addr, uint32_t value)
{
	memcpy(&f.memory[addr % MEMORY], &value, 4);
}

uint32_t get32(uint32_t addr)
{
	uint32_t value;

	memcpy(&value, &f.memory[addr % MEMORY], 4);
	return value;
}
