/* SPDX-License-Identifier: MIT */
/*
 * The log of tally/log.h as its writer makes it, and as the host reads it:
 * full, wrapped, torn at each byte, cut, in both byte orders, through a reset.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <tally/log.h>

#include "base/rng.h"
#include "log_fixture.h"
#include "test.h"

/* Each word's bytes the other way round. */
static void swap(uint8_t *to, const uint8_t *from, size_t size)
{
	for (size_t i = 0; i < size; i++)
		to[i] = from[i ^ 3];
}

static void is_sample(const struct dump_row *r, uint32_t number, uint64_t pc)
{
	assert_int_equal(r->number, number);
	assert_int_equal(r->kind, TALLY_LOG_SAMPLE);
	assert_int_equal(r->source, 3);
	assert_int_equal(r->task, 7);
	assert_int_equal(r->a, pc);
	assert_int_equal(r->b, UINT64_C(0x100000002));
}

/* doc/log.md's offsets. */
TEST(bytes_are_as_documented)
{
	assert_int_equal(offsetof(struct tally_log, magic), 0);
	assert_int_equal(offsetof(struct tally_log, version), 8);
	assert_int_equal(offsetof(struct tally_log, size), 12);
	assert_int_equal(offsetof(struct tally_log, header_size), 16);
	assert_int_equal(offsetof(struct tally_log, record_size), 20);
	assert_int_equal(offsetof(struct tally_log, records), 24);
	assert_int_equal(offsetof(struct tally_log, seal), 28);
	assert_int_equal(offsetof(struct tally_log, head), 32);
	assert_int_equal(offsetof(struct tally_log, tail), 36);
	assert_int_equal(offsetof(struct tally_log, lost), 40);
	assert_int_equal(offsetof(struct tally_log, nested), 44);
	assert_int_equal(offsetof(struct tally_log, starts), 48);
	assert_int_equal(offsetof(struct tally_log, busy), 52);
	assert_int_equal(offsetof(struct tally_log, kept), 56);
	assert_int_equal(offsetof(struct tally_log, taking), 60);
	assert_int_equal(offsetof(struct tally_log, record), TALLY_LOG_HEADER);
	assert_int_equal(sizeof(struct tally_log_record), TALLY_LOG_RECORD);
	assert_int_equal(offsetof(struct tally_log_record, what), 4);
	assert_int_equal(offsetof(struct tally_log_record, task), 8);
	assert_int_equal(offsetof(struct tally_log_record, check), 12);
	assert_int_equal(offsetof(struct tally_log_record, value), 16);
	assert_int_equal(sizeof(memory), SIZE);
}

TEST(refuses)
{
	assert_int_equal(tally_log_open(NULL, SIZE, false), TALLY_E_INVALID);
	assert_int_equal(tally_log_open((void *)(m.bytes + 2), 100, false),
			 TALLY_E_INVALID);
	assert_int_equal(
		tally_log_open(&m.log,
			       TALLY_LOG_HEADER + 2 * TALLY_LOG_RECORD - 1,
			       false),
		TALLY_E_ROOM);
}

TEST(both_orders)
{
	uint8_t other[SIZE + 5] = { 0 };

	fresh();
	assert_true(tally_log_text(&m.log, TALLY_LOG_MONITOR, 0, 0,
				   "arm1176, and more than fits"));
	assert_true(sample(UINT64_C(0xFFFF000012345678)));
	swap(other + 5, m.bytes, SIZE);
	for (unsigned big = 0; big < 2; big++) {
		struct dump *d = big ? read_back(other, sizeof other)
				     : read_back(m.bytes, SIZE);

		assert_int_equal(d->at, big ? 5 : 0);
		assert_int_equal(d->big_endian, big);
		assert_int_equal(d->rows, 3);
		assert_int_equal(d->damaged, 0);
		assert_int_equal(d->row[0].kind, TALLY_LOG_START);
		assert_int_equal(d->row[0].a, 1);
		assert_string_equal(d->row[1].text, "arm1176, and mor");
		is_sample(&d->row[2], 2, UINT64_C(0xFFFF000012345678));
		dump_free(d);
	}
}

/* A full log keeps its records, and counts those that it has no room for. */
TEST(full)
{
	struct dump *d;

	fresh();
	for (uint64_t i = 1; i < RECORDS; i++)
		assert_true(sample(i));
	for (unsigned i = 0; i < 5; i++)
		assert_false(sample(99));
	d = read_back(&m, SIZE);
	assert_int_equal(d->rows, RECORDS);
	assert_int_equal(d->lost, 5);
	for (uint32_t i = 1; i < RECORDS; i++)
		is_sample(&d->row[i], i, i);
	dump_free(d);
}

/* A write that interrupts another, which is under way: seen as busy. */
TEST(nested)
{
	fresh();
	m.log.busy = 1;
	assert_false(sample(1));
	m.log.busy = 0;
	assert_true(sample(2));
	assert_int_equal(m.log.nested, 1);
	assert_int_equal(m.log.head, 2);
}

/*
 * Writer and reader of the firmware in every order of 16 steps; numbers run
 * over the end of 32 bits on the way.
 */
TEST(every_order)
{
	for (uint32_t order = 0; order < 1u << 16; order++) {
		uint64_t put = 0, got = 0, lost = 0;
		struct tally_log_entry e;

		fresh();
		assert_true(tally_log_take(&m.log, &e));
		m.log.head = m.log.tail = UINT32_MAX - 3;
		for (unsigned i = 0; i < 16; i++) {
			if (order >> i & 1) {
				if (sample(put))
					put++;
				else
					lost++;
			} else if (tally_log_take(&m.log, &e)) {
				assert_int_equal(e.a, got);
				got++;
			} else {
				assert_int_equal(got, put);
			}
		}
		assert_int_equal(m.log.lost, lost);
		assert_true(put - got <= RECORDS);
		while (tally_log_take(&m.log, &e))
			assert_int_equal(e.a, got++);
		assert_int_equal(got, put);
	}
}

/* The host reads what wrapped: its numbers go on. */
TEST(wrapped)
{
	struct tally_log_entry e;
	struct dump *d;

	fresh();
	for (uint64_t i = 1; i < 100; i++) {
		assert_true(tally_log_take(&m.log, &e));
		assert_true(sample(i));
	}
	for (uint64_t i = 100; i < 103; i++)
		assert_true(sample(i));
	d = read_back(&m, SIZE);
	assert_int_equal(d->rows, 4);
	for (uint32_t i = 0; i < 4; i++)
		is_sample(&d->row[i], 99 + i, 99 + i);
	dump_free(d);
}

/* The images of memory while a record was being written: the sequence is taken
 * away, then bytes come, then the sequence, then the header's head. */
TEST(torn)
{
	static uint8_t before[SIZE], after[SIZE], image[SIZE];
	const size_t at = TALLY_LOG_HEADER + 3 * TALLY_LOG_RECORD;

	fresh();
	assert_true(sample(1));
	assert_true(sample(2));
	memcpy(before, &m, SIZE);
	assert_true(sample(3));
	memcpy(after, &m, SIZE);
	for (unsigned backwards = 0; backwards < 2; backwards++)
		for (size_t n = 0; n <= TALLY_LOG_RECORD; n++) {
			const size_t from =
				backwards ? TALLY_LOG_RECORD - n : 0;
			struct dump *d;

			memcpy(image, before, SIZE);
			memcpy(image + at + from, after + at + from, n);
			d = read_back(image, SIZE);
			assert_int_equal(d->damaged, 0);
			assert_int_equal(d->rows, 3 + (n == TALLY_LOG_RECORD));
			is_sample(&d->row[2], 2, 2);
			if (n == TALLY_LOG_RECORD)
				is_sample(&d->row[3], 3, 3);
			dump_free(d);
		}
}

/* Any byte of any record: that record is gone, the others are there. */
TEST(damaged)
{
	fresh();
	for (uint64_t i = 1; i < RECORDS; i++)
		assert_true(sample(i));
	for (size_t i = TALLY_LOG_HEADER; i < SIZE; i++)
		for (unsigned bit = 0; bit < 8; bit++) {
			struct dump *d;

			m.bytes[i] ^= (uint8_t)(1u << bit);
			d = read_back(&m, SIZE);
			m.bytes[i] ^= (uint8_t)(1u << bit);
			assert_int_equal(d->rows, RECORDS - 1);
			assert_int_equal(d->damaged, 1);
			dump_free(d);
		}
}

/* Sealed words: no log.  The counts: what is whole is found all the same. */
TEST(damaged_header)
{
	struct error err;

	fresh();
	for (uint64_t i = 1; i < 5; i++)
		assert_true(sample(i));
	for (size_t i = 0; i < TALLY_LOG_HEADER; i++)
		for (unsigned bit = 0; bit < 8; bit++) {
			struct dump *d;

			m.bytes[i] ^= (uint8_t)(1u << bit);
			d = dump_read(m.bytes, SIZE, &err);
			m.bytes[i] ^= (uint8_t)(1u << bit);
			assert_int_equal(d != NULL, i >= 32);
			if (i >= 40 && d)
				assert_int_equal(d->rows, 5);
			for (size_t k = 0; d && k < d->rows; k++)
				if (d->row[k].number)
					is_sample(&d->row[k], d->row[k].number,
						  d->row[k].number);
			dump_free(d);
		}
	m.log.head = 0x12345678;
	{
		struct dump *d = read_back(&m, SIZE);

		assert_int_equal(d->rows, 5);
		assert_int_equal(d->damaged, 1);
		dump_free(d);
	}
}

/* A header that adds up, and says what cannot be. */
TEST(contradicts)
{
	static const struct {
		uint32_t size, header_size, record_size, records;
	} row[] = {
		{ SIZE + 1, 64, 32, RECORDS },
		{ SIZE - 32, 64, 32, RECORDS },
		{ SIZE, 60, 32, RECORDS },
		{ SIZE, 64, 16, RECORDS },
		{ 64, 64, 32, 0 },
		{ 64 + 6 * 32, 64, 32, 6 },
		{ UINT32_C(64) + (1u << 26) * 32, 64, 32, 1u << 26 },
	};
	struct error err;

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		uint32_t word[8], sum = 0x7A11;

		fresh();
		m.log.size = row[i].size;
		m.log.header_size = row[i].header_size;
		m.log.record_size = row[i].record_size;
		m.log.records = row[i].records;
		memcpy(word, &m, sizeof word);
		for (unsigned k = 0; k < 7; k++)
			sum = tally_log_add(sum, word[k]);
		m.log.seal = sum;
		assert_true(dump_find(m.bytes, SIZE, 0) == 0);
		assert_null(dump_read(m.bytes, SIZE, &err));
		assert_non_null(strstr(err.text, "contradicts itself"));
	}
}

/* A dump that ends early: what comes before the end is there. */
TEST(cut)
{
	struct error err;

	fresh();
	for (uint64_t i = 1; i < RECORDS; i++)
		assert_true(sample(i));
	for (size_t size = 0; size < SIZE; size++) {
		uint8_t *exact = malloc(size + 1); /* for sanitizers */
		struct dump *d;

		assert_non_null(exact);
		memcpy(exact, &m, size);
		d = dump_read(exact, size, &err);
		free(exact);
		assert_int_equal(d != NULL, size >= TALLY_LOG_HEADER);
		if (!d)
			continue;
		assert_int_equal(d->rows,
				 (size - TALLY_LOG_HEADER) / TALLY_LOG_RECORD);
		assert_int_equal(d->rows + d->cut, RECORDS);
		assert_int_equal(d->damaged, d->cut);
		dump_free(d);
	}
}

/* A cut dump whose counts cannot be still has its whole records. */
TEST(cut_and_damaged)
{
	fresh();
	for (uint64_t i = 1; i < RECORDS; i++)
		assert_true(sample(i));
	m.log.head = 0x12345678;
	for (size_t size = TALLY_LOG_HEADER; size <= SIZE; size++) {
		uint8_t *exact = malloc(size); /* for sanitizers */
		struct dump *d;

		assert_non_null(exact);
		memcpy(exact, &m, size);
		d = read_back(exact, size);
		free(exact);
		assert_int_equal(d->rows,
				 (size - TALLY_LOG_HEADER) / TALLY_LOG_RECORD);
		assert_int_equal(d->damaged, 1);
		assert_int_equal(d->cut, 0);
		dump_free(d);
	}
}

/* A reset after each byte of a record's stores, and the firmware goes on. */
TEST(reset)
{
	static uint8_t before[SIZE], after[SIZE];
	const size_t at = TALLY_LOG_HEADER + 2 * TALLY_LOG_RECORD;

	fresh();
	assert_true(sample(1));
	memcpy(before, &m, SIZE);
	assert_true(sample(2));
	memcpy(after, &m, SIZE);
	for (size_t n = 0; n <= TALLY_LOG_RECORD; n++) {
		const bool whole = n == TALLY_LOG_RECORD;
		struct dump *d;

		memcpy(&m, before, SIZE);
		m.log.busy = 1;
		memcpy(m.bytes + at, after + at, n);
		assert_int_equal(tally_log_open(&m.log, sizeof m, true),
				 TALLY_OK);
		assert_true(sample(3));
		d = read_back(&m, SIZE);
		assert_int_equal(d->starts, 2);
		assert_int_equal(d->damaged, 0);
		assert_int_equal(d->lost, !whole);
		assert_int_equal(d->rows, 4u + whole);
		is_sample(&d->row[1], 1, 1);
		if (whole)
			is_sample(&d->row[2], 2, 2);
		assert_int_equal(d->row[2 + whole].kind, TALLY_LOG_START);
		assert_int_equal(d->row[2 + whole].a, 2);
		is_sample(&d->row[3 + whole], 3u + whole, 3);
		dump_free(d);
	}
}

/* Another size, or memory of anything, begins anew. */
TEST(not_kept)
{
	struct rng r;

	fresh();
	assert_true(sample(1));
	assert_int_equal(tally_log_open(&m.log, SIZE / 2, true), TALLY_OK);
	assert_int_equal(m.log.head, 1);
	rng_seed(&r, 1);
	for (size_t i = 0; i < SIZE; i++)
		m.bytes[i] = (uint8_t)rng_next(&r);
	assert_int_equal(tally_log_open(&m.log, SIZE, true), TALLY_OK);
	assert_int_equal(m.log.head, 1);
	assert_int_equal(m.log.starts, 1);
}

TEST(refuses_others)
{
	struct error err;

	memset(&m, 0, sizeof m);
	assert_null(dump_read(m.bytes, SIZE, &err));
	assert_non_null(strstr(err.text, "there is no log in it"));
	assert_null(dump_read(m.bytes, 0, &err));
}

/* All logs of a memory are found, of either order, and none twice. */
TEST(several)
{
	static uint8_t image[3 * SIZE + 100];
	size_t at = 0;

	fresh();
	memcpy(image + 3, &m, SIZE);
	swap(image + SIZE + 40, m.bytes, SIZE);
	memcpy(image + 2 * SIZE + 80, &m, SIZE);
	at = dump_find(image, sizeof image, 0);
	assert_int_equal(at, 3);
	at = dump_find(image, sizeof image, at + SIZE);
	assert_int_equal(at, SIZE + 40);
	at = dump_find(image, sizeof image, at + SIZE);
	assert_int_equal(at, 2 * SIZE + 80);
	at = dump_find(image, sizeof image, at + SIZE);
	assert_int_equal(at, sizeof image);
}
