/* SPDX-License-Identifier: MIT */
/* Packets of GDB's remote protocol: framed, read byte for byte, damaged. */
#include <stdint.h>
#include <string.h>

#include "gdb/packet.h"
#include "test.h"

static struct gdb_reader reader;
static char frame[GDB_FRAME];

/* Gives what the last byte makes whole; those before it make nothing whole. */
static enum gdb_arrival feed(const char *bytes, size_t count)
{
	enum gdb_arrival last = GDB_NOTHING;

	for (size_t i = 0; i < count; i++) {
		assert_int_equal(last, GDB_NOTHING);
		last = gdb_read(&reader, (uint8_t)bytes[i]);
	}
	return last;
}

static enum gdb_arrival feed_text(const char *text)
{
	return feed(text, strlen(text));
}

static int fresh(void **state)
{
	(void)state;
	memset(&reader, 0, sizeof reader);
	return 0;
}

/* Sums worked out by hand: 'O' + 'K' is 0x4f + 0x4b. */
TEST_WITH(frames, fresh, NULL)
{
	assert_int_equal(gdb_frame(frame, "OK", 2), 6);
	assert_memory_equal(frame, "$OK#9a", 6);
	assert_int_equal(gdb_frame(frame, "", 0), 4);
	assert_memory_equal(frame, "$#00", 4);
	/* 0x7d + (0x23 ^ 0x20) */
	assert_int_equal(gdb_frame(frame, "#", 1), 6);
	assert_memory_equal(frame, "$}\x03#80", 6);
}

TEST_WITH(is_read, fresh, NULL)
{
	assert_int_equal(feed_text("$m8000,4#95"), GDB_PACKET);
	assert_string_equal(reader.payload, "m8000,4");
	assert_int_equal(reader.size, 7);
	assert_int_equal(feed_text("$g#67"), GDB_PACKET);
	assert_string_equal(reader.payload, "g");
}

/* Each byte there is, escaped or not, arrives as it was sent. */
TEST_WITH(every_byte_comes_back, fresh, NULL)
{
	char all[256];
	size_t size;

	for (int i = 0; i < 256; i++)
		all[i] = (char)i;
	size = gdb_frame(frame, all, sizeof all);
	assert_int_equal(feed(frame, size), GDB_PACKET);
	assert_int_equal(reader.size, sizeof all);
	assert_memory_equal(reader.payload, all, sizeof all);
}

TEST_WITH(between_packets, fresh, NULL)
{
	assert_int_equal(feed_text("+"), GDB_ACK);
	assert_int_equal(feed_text("-"), GDB_NAK);
	assert_int_equal(feed_text("\x03"), GDB_INTERRUPT);
	assert_int_equal(feed_text("x"), GDB_NOTHING);
	/* Within one they are what is said. */
	assert_int_equal(feed_text("$+-\x03#5b"), GDB_PACKET);
	assert_string_equal(reader.payload, "+-\x03");
}

TEST_WITH(damage_is_seen, fresh, NULL)
{
	assert_int_equal(feed_text("$OK#9b"), GDB_DAMAGED);
	assert_int_equal(feed_text("$OK#8a"), GDB_DAMAGED);
	assert_int_equal(feed_text("$OK#xa"), GDB_DAMAGED);
	assert_int_equal(feed_text("$OK#9x"), GDB_DAMAGED);
	/* One whose end is lost, and the next. */
	assert_int_equal(feed_text("$m8000,$OK#9a"), GDB_PACKET);
	assert_string_equal(reader.payload, "OK");
}

TEST_WITH(the_longest, fresh, NULL)
{
	static char payload[GDB_PAYLOAD + 1];
	size_t size;

	memset(payload, '#', sizeof payload);
	size = gdb_frame(frame, payload, GDB_PAYLOAD);
	assert_int_equal(size, GDB_FRAME - 1);
	assert_int_equal(feed(frame, size), GDB_PACKET);
	assert_int_equal(reader.size, GDB_PAYLOAD);
	/* One more: it is left out, and the packet with it. */
	assert_int_equal(feed_text("$"), GDB_NOTHING);
	for (size_t i = 0; i < GDB_PAYLOAD + 1; i++)
		assert_int_equal(feed_text("a"), GDB_NOTHING);
	assert_int_equal(feed_text("#61"), GDB_TOO_LONG); /* 16385 * 0x61 */
	assert_int_equal(feed_text("$OK#9a"), GDB_PACKET);
}

/* "0* " is 0 and three more; sums worked out by hand. */
TEST_WITH(runs_of_an_answer, fresh, NULL)
{
	assert_int_equal(feed_text("$0* 1#ab"), GDB_PACKET);
	assert_string_equal(reader.payload, "0* 1"); /* GDB writes none */
	reader.runs = true;
	assert_int_equal(feed_text("$0* 1#ab"), GDB_PACKET);
	assert_string_equal(reader.payload, "00001");
	/* An asterisk that is escaped is what is said, and can be repeated. */
	assert_int_equal(feed_text("$a}\x0a!#09"), GDB_PACKET);
	assert_string_equal(reader.payload, "a*!");
	assert_int_equal(feed_text("$}\x0a* #d1"), GDB_PACKET);
	assert_string_equal(reader.payload, "****");
	/* No byte before it, fewer than none, and more than fit. */
	assert_int_equal(feed_text("$* #4a"), GDB_PACKET);
	assert_string_equal(reader.payload, "* ");
	assert_int_equal(feed_text("$0*\x1c#76"), GDB_DAMAGED);
	assert_int_equal(feed_text("$0"), GDB_NOTHING);
	for (int i = 0; i < 200; i++)
		assert_int_equal(feed_text("*~"), GDB_NOTHING);
	assert_int_equal(feed_text("#70"),
			 GDB_TOO_LONG); /* 0x30 + 200 * 0xa8 */
}

/* Of all there are these are digits, small ones and capital ones. */
TEST_WITH(digits, fresh, NULL)
{
	static const char small[] = "0123456789abcdef";
	static const char capital[] = "0123456789ABCDEF";

	for (int i = 0; i < 256; i++) {
		const void *at = memchr(small, i, 16);
		const char *from = small;
		int wanted = -1;

		if (!at) {
			at = memchr(capital, i, 16);
			from = capital;
		}
		if (at)
			wanted = (int)((const char *)at - from);
		assert_int_equal(gdb_digit((char)i), wanted);
	}
}

TEST_WITH(numbers, fresh, NULL)
{
	const char *text = "fFffffffFfffffff,1";
	uint64_t n;
	uint8_t bytes[2];

	assert_true(gdb_number(&text, &n));
	assert_true(n == UINT64_MAX);
	assert_string_equal(text, ",1");
	assert_false(gdb_number(&text, &n));
	text = "10000000000000000";
	assert_false(gdb_number(&text, &n));
	assert_true(gdb_bytes(bytes, "0aF1", 2));
	assert_memory_equal(bytes, "\x0a\xf1", 2);
	assert_false(gdb_bytes(bytes, "0aF", 2));
	assert_false(gdb_bytes(bytes, "g0", 1));
}
