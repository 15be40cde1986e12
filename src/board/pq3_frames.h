/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PQ3_FRAMES_H
#define BOARD_PQ3_FRAMES_H

#include <stdint.h>

#include "base/error.h"

/*
 * Ethernet frames out of a capture (pcap or pcapng), as a network would bring
 * them: all in memory, in the file's order, without their FCS.
 */
struct pq3_frame {
	uint64_t time_ns; /* since the first; never falls; 10^15 at most */
	const uint8_t *bytes;
	uint32_t count; /* 14 to PQ3_FRAME_MAX */
};

struct pq3_frames {
	struct pq3_frame *frame;
	uint32_t count; /* at least 1 */
	uint8_t *bytes; /* behind all frames */
};

enum {
	PQ3_FRAME_MAX = 9600 - 4, /* a jumbo frame without its FCS */
};

/*
 * NULL and `err` (naming `path`) when the file cannot be read, is no capture,
 * ends in the middle, has no Ethernet link type, has no frames, more than
 * 64 MiB of them, or one that was cut when it was captured or is too long or
 * short to be Ethernet's.
 */
struct pq3_frames *pq3_frames_open(const char *path, struct error *err);
void pq3_frames_free(struct pq3_frames *f);

#endif
