/* SPDX-License-Identifier: MIT */
/*
 * A log that overwrites its oldest records, as its writer makes it and as host
 * and firmware read it; and logs of any kind with wild words in their headers.
 */
#include "log_fixture.h"
#include "test.h"

/* ---- a log that overwrites ------------------------------------------------
 */

enum { KEPT = 2, RING = RECORDS - KEPT };

/* START and a setup stay. */
static void fresh_recorder(void)
{
	fresh();
	assert_true(tally_log_write(&m.log, TALLY_LOG_SETUP, 3, 0, 7, 1000));
	assert_int_equal(tally_log_overwrite(&m.log), TALLY_OK);
}

/* However many were written: the first ones, and the newest in their order. */
TEST(keeps_the_newest)
{
	for (unsigned written = 0; written < 5 * RECORDS; written++) {
		const unsigned there = written < RING ? written : RING;
		struct dump *d;

		fresh_recorder();
		for (unsigned i = 0; i < written; i++)
			assert_true(sample(i));
		d = read_back(&m, SIZE);
		assert_true(d->overwrites);
		assert_int_equal(d->damaged, 0);
		assert_int_equal(d->lost, written - there);
		assert_int_equal(d->rows, KEPT + there);
		assert_int_equal(d->row[0].kind, TALLY_LOG_START);
		assert_int_equal(d->row[1].kind, TALLY_LOG_SETUP);
		for (unsigned i = 0; i < there; i++)
			assert_int_equal(d->row[KEPT + i].a,
					 written - there + i);
		dump_free(d);
	}
}

TEST(overwrites_only_with_room)
{
	fresh_recorder();
	assert_int_equal(tally_log_overwrite(&m.log), TALLY_OK);
	assert_int_equal(m.log.kept, KEPT);
	fresh();
	for (unsigned i = 0; i < RECORDS - 3; i++)
		assert_true(sample(i));
	assert_int_equal(tally_log_overwrite(&m.log), TALLY_OK);
	fresh();
	for (unsigned i = 0; i < RECORDS - 2; i++)
		assert_true(sample(i));
	assert_int_equal(tally_log_overwrite(&m.log), TALLY_E_ROOM);
	assert_false(sample(1) && sample(2));
}

/* Writer and reader in every order of 16 steps: what comes is in order, and
 * every record was taken, is there, or is counted. */
TEST(every_order_of_a_recorder)
{
	for (uint32_t order = 0; order < 1u << 16; order++) {
		uint64_t put = 0, got = 0, next = 0;
		struct tally_log_entry e;

		fresh_recorder();
		while (tally_log_take(&m.log, &e))
			continue;
		/* Numbers run over the end of 32 bits on the way. */
		m.log.head = m.log.tail = UINT32_MAX - 9;
		for (unsigned i = 0; i < 32; i++) {
			if (i >= 16 || order >> i & 1) {
				assert_true(sample(put++));
			} else if (tally_log_take(&m.log, &e) &&
				   e.kind == TALLY_LOG_SAMPLE) {
				assert_true(e.a >= next);
				next = e.a + 1;
				got++;
			}
		}
		while (tally_log_take(&m.log, &e))
			if (e.kind == TALLY_LOG_SAMPLE) {
				assert_true(e.a >= next);
				next = e.a + 1;
				got++;
			}
		assert_int_equal(next, put);
		assert_int_equal(got + m.log.lost, put);
	}
}

/* A reset: it goes on as it was, with what it had. */
TEST(recorder_is_kept)
{
	struct dump *d;

	fresh_recorder();
	for (unsigned i = 0; i < 20; i++)
		assert_true(sample(i));
	m.log.taking = 77;
	assert_int_equal(tally_log_open(&m.log, SIZE, true), TALLY_OK);
	assert_int_equal(tally_log_overwrite(&m.log), TALLY_OK);
	assert_int_equal(m.log.taking, 0);
	d = read_back(&m, SIZE);
	assert_int_equal(d->rows, RECORDS);
	assert_int_equal(d->row[1].kind, TALLY_LOG_SETUP);
	for (unsigned i = 0; i < RING - 1; i++)
		assert_int_equal(d->row[KEPT + i].a, 20 - (RING - 1) + i);
	assert_int_equal(d->row[RECORDS - 1].kind, TALLY_LOG_START);
	assert_int_equal(d->row[RECORDS - 1].a, 2);
	dump_free(d);
}

/* ---- wild words -----------------------------------------------------------
 */

/* How many records there are to take; they come in their order. */
static unsigned take_all(void)
{
	struct tally_log_entry e;
	unsigned takes = 0;
	uint64_t next = 0;

	while (tally_log_take(&m.log, &e)) {
		takes++;
		assert_true(takes <= RECORDS);
		if (e.kind != TALLY_LOG_SAMPLE)
			continue;
		assert_true(e.a >= next);
		next = e.a + 1;
	}
	return takes;
}

/* A full log, and a word of its header that something else wrote; false: it
 * was so before. */
static bool spoil(bool recorder, size_t word, uint32_t value)
{
	if (recorder)
		fresh_recorder();
	else
		fresh();
	for (unsigned k = 0; k < RECORDS + 3; k++)
		(void)sample(k);
	if (memcmp(m.bytes + word * 4, &value, 4) == 0)
		return false;
	memcpy(m.bytes + word * 4, &value, 4);
	return true;
}

/* However wild: the takes end, and the log goes on.  Of a header whose seal is
 * broken nothing is taken. */
TEST(wild_words)
{
	static const uint32_t wild[] = { 0,
					 1,
					 2,
					 RECORDS - 1,
					 RECORDS,
					 RECORDS + 1,
					 2 * RECORDS,
					 0x12345678,
					 INT32_MAX,
					 0x80000000,
					 UINT32_MAX - RECORDS,
					 UINT32_MAX };
	const size_t sealed = offsetof(struct tally_log, head) / 4;
	const size_t busy = offsetof(struct tally_log, busy) / 4;
	const size_t values = sizeof wild / sizeof *wild;

	for (size_t i = 0; i < 2 * TALLY_LOG_HEADER / 4 * values; i++) {
		const size_t word = i / 2 / values;
		struct tally_log_entry e;
		unsigned takes;

		if (!spoil(i % 2, word, wild[i / 2 % values]))
			continue;
		takes = take_all();
		if (word < sealed) {
			assert_int_equal(takes, 0);
		} else if (word != busy) {
			assert_true(sample(99));
			assert_true(tally_log_take(&m.log, &e));
			assert_int_equal(e.a, 99);
		}
	}
}
