/* SPDX-License-Identifier: MIT */
/*
 * Captures, written here byte by byte (little endian): a header of 24 bytes,
 * then for each frame seconds, microseconds, captured and whole length.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boards/src/board.h"
#include "boards/src/pq3/capture.h"
#include "test.h"

enum { ETHERNET = 1, LINUX_COOKED = 113 };

static const uint32_t MICRO = 0xA1B2C3D4, NANO = 0xA1B23C4D;

struct file {
	char name[32];
	FILE *f;
};

static void word(struct file *c, uint32_t value)
{
	for (unsigned i = 0; i < 4; i++)
		fputc((int)(value >> 8 * i & 0xFF), c->f);
}

static struct file file(uint32_t magic, uint32_t link)
{
	struct file c = { .name = "/tmp/tally_frames_XXXXXX" };
	int fd = mkstemp(c.name);

	assert_true(fd >= 0);
	c.f = fdopen(fd, "wb");
	assert_non_null(c.f);
	word(&c, magic);
	word(&c, 4u << 16 | 2); /* version 2.4 */
	word(&c, 0);
	word(&c, 0);
	word(&c, 65535);
	word(&c, link);
	return c;
}

static void frame(struct file *c, uint32_t s, uint32_t fraction,
		  uint32_t captured, uint32_t whole)
{
	word(c, s);
	word(c, fraction);
	word(c, captured);
	word(c, whole);
	for (uint32_t i = 0; i < captured; i++)
		fputc((int)(i & 0xFF), c->f);
}

static struct capture *done(struct file *c, struct error *err)
{
	struct capture *f;

	assert_int_equal(fclose(c->f), 0);
	memset(err, 0, sizeof(*err));
	f = capture_open(c->name, err);
	unlink(c->name);
	return f;
}

/* The file is refused with these words behind its name. */
static void refused(struct file *c, const char *words)
{
	struct error err;

	assert_null(done(c, &err));
	assert_memory_equal(err.text, "--pcap /tmp/tally_frames_", 25);
	assert_string_equal(err.text + strlen("--pcap ") + strlen(c->name) + 2,
			    words);
}

TEST(frames_and_times)
{
	struct file c = file(MICRO, ETHERNET);
	struct error err;
	struct capture *f;

	frame(&c, 1000, 999999, 14, 14);
	frame(&c, 1001, 1, 60, 60);
	frame(&c, 1000, 5, 60, 60); /* out of order */
	frame(&c, 1002, 0, 9596, 9596);
	f = done(&c, &err);
	assert_non_null(f);
	assert_int_equal(f->count, 4);
	assert_int_equal(f->frame[0].count, 14);
	assert_int_equal(f->frame[0].time_ns, 0);
	assert_int_equal(f->frame[1].time_ns, 2000);
	assert_int_equal(f->frame[2].time_ns, 2000);
	assert_int_equal(f->frame[3].time_ns, 1000001000);
	assert_int_equal(f->frame[1].bytes[59], 59);
	assert_int_equal(f->frame[3].bytes[9595], 9595 & 0xFF);
	capture_close(f);
}

/* A board's options: none named, one that is not there, one that is. */
TEST(of_a_board)
{
	struct file c = file(MICRO, ETHERNET);
	struct board_options options = { 0 };
	struct capture *first;
	struct error err = { "" };

	assert_true(board_capture(&options, &err));
	assert_null(options.capture);
	assert_null(board_capture_sha256(&options));
	options.pcap = "/nonexistent/a.pcap";
	assert_false(board_capture(&options, &err));
	assert_true(err.text[0]);
	frame(&c, 1000, 0, 60, 60);
	fclose(c.f);
	options.pcap = c.name;
	assert_true(board_capture(&options, &err));
	first = options.capture;
	assert_non_null(first);
	assert_int_equal(first->count, 1);
	assert_int_equal(strlen(board_capture_sha256(&options)), 64);
	remove(c.name);
	assert_true(board_capture(&options, &err)); /* read already */
	assert_ptr_equal(options.capture, first);
	board_capture_close(&options);
	assert_null(options.capture);
}

TEST(nanoseconds)
{
	struct file c = file(NANO, ETHERNET);
	struct error err;
	struct capture *f;

	frame(&c, 7, 1, 60, 60);
	frame(&c, 7, 673, 60, 60);
	f = done(&c, &err);
	assert_non_null(f);
	assert_int_equal(f->frame[1].time_ns, 672);
	capture_close(f);
}

/* More frames than the first room for them. */
TEST(many_frames)
{
	struct file c = file(MICRO, ETHERNET);
	struct error err;
	struct capture *f;

	for (uint32_t i = 0; i < 3000; i++)
		frame(&c, i, 0, 14 + i % 100, 14 + i % 100);
	f = done(&c, &err);
	assert_non_null(f);
	assert_int_equal(f->count, 3000);
	for (uint32_t i = 0; i < 3000; i++) {
		assert_int_equal(f->frame[i].count, 14 + i % 100);
		assert_int_equal(f->frame[i].bytes[13], 13);
	}
	capture_close(f);
	capture_close(NULL);
}

TEST(files_that_are_wrong)
{
	struct error err;
	struct file c = file(MICRO, ETHERNET);

	refused(&c, "there are no frames in it");
	c = file(MICRO, LINUX_COOKED);
	frame(&c, 0, 0, 60, 60);
	refused(&c, "its link type is LINUX_SLL, not Ethernet (EN10MB); "
		    "capture on one Ethernet interface, not on 'any'");
	c = file(MICRO, ETHERNET);
	frame(&c, 0, 0, 60, 60);
	frame(&c, 0, 0, 54, 1514);
	refused(&c, "of frame 2 only 54 of 1514 bytes were captured; capture "
		    "whole frames (tcpdump -s 0)");
	c = file(MICRO, ETHERNET);
	frame(&c, 0, 0, 13, 13);
	refused(&c, "frame 1 has 13 bytes, too few for an Ethernet header");
	c = file(MICRO, ETHERNET);
	frame(&c, 0, 0, 9597, 9597);
	refused(&c, "frame 1 has 9597 bytes; the controller takes 9596 at "
		    "most. Was it captured with segmentation offload on? "
		    "(ethtool -K ... gso off tso off gro off)");
	assert_null(capture_open("/nonexistent/a.pcap", &err));
	assert_string_equal(err.text,
			    "--pcap /nonexistent/a.pcap: cannot be read as a "
			    "capture: /nonexistent/a.pcap: No such file or "
			    "directory");
}

/* Cut within the second frame, and within its header; and no capture at all. */
TEST(files_that_end_early)
{
	static const char cut[] = "broken after frame 1: truncated dump file; "
				  "tried to read ";
	struct error err;

	for (unsigned bytes = 1; bytes < 16 + 60; bytes += 5) {
		struct file c = file(MICRO, ETHERNET);

		frame(&c, 0, 0, 60, 60);
		frame(&c, 0, 0, 60, 60);
		fflush(c.f);
		assert_int_equal(ftruncate(fileno(c.f), 24 + 76 + bytes), 0);
		assert_null(done(&c, &err));
		assert_memory_equal(err.text + 7 + strlen(c.name) + 2, cut,
				    strlen(cut));
	}
	for (unsigned bytes = 0; bytes < 24; bytes++) {
		struct file c = file(MICRO, ETHERNET);

		fflush(c.f);
		assert_int_equal(ftruncate(fileno(c.f), bytes), 0);
		assert_null(done(&c, &err));
		assert_non_null(
			strstr(err.text, ": cannot be read as a capture: "));
	}
}

/* Each byte of a good file changed: good or refused, and no more. */
TEST(broken_bytes)
{
	for (long at = 0; at < 24 + 2 * 36; at++) {
		for (int with = 0; with < 256; with += 51) {
			struct file c = file(MICRO, ETHERNET);
			struct error err;
			struct capture *f;

			frame(&c, 0, 0, 20, 20);
			frame(&c, 9, 0, 20, 20);
			fseek(c.f, at, SEEK_SET);
			fputc(with, c.f);
			f = done(&c, &err);
			assert_true(f ? f->count > 0 : err.text[0] != '\0');
			capture_close(f);
		}
	}
}
