/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PQ3_CAPTURE_H
#define BOARD_PQ3_CAPTURE_H

#include <stdint.h>

#include "base/error.h"

enum {
	CAPTURE_FRAME_MAX = 9600 - 4, /* a jumbo frame without its FCS */
	CAPTURE_HASH = 2 * 32 + 1,
};

/*
 * Ethernet frames out of a capture (pcap or pcapng), as a network would bring
 * them: all in memory, in the file's order, without their FCS.  A file that
 * changes or goes afterwards does no harm; what is opened once is one capture
 * for good.
 */
struct capture_frame {
	uint64_t time_ns; /* since the first; never falls; 10^15 at most */
	const uint8_t *bytes;
	uint32_t count; /* 14 to CAPTURE_FRAME_MAX */
};

struct capture {
	struct capture_frame *frame;
	uint32_t count;            /* at least 1 */
	uint8_t *bytes;            /* behind all frames */
	char sha256[CAPTURE_HASH]; /* of the whole file, in hexadecimal */
};

/*
 * NULL and `err` (naming `path`) when the file cannot be read, is no capture,
 * ends in the middle, has no Ethernet link type, has no frames, more than
 * 64 MiB of them, or one that was cut when it was captured or is too long or
 * short to be Ethernet's.
 */
struct capture *capture_open(const char *path, struct error *err);
void capture_close(struct capture *f);

#endif
