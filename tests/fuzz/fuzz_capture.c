/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes captures (libFuzzer): any bytes as a pcap file.  What is taken has
 * frames within its bounds, in order of time; a refusal says why.
 */
#include "fuzz_text.h"

#include "boards/src/pq3/capture.h"

static void look(const struct capture *f)
{
	volatile uint8_t sink = 0;
	uint64_t time = 0;

	fuzz_require(f->count > 0);
	for (uint32_t i = 0; i < f->count; i++) {
		const struct capture_frame *frame = &f->frame[i];

		fuzz_require(frame->count >= 14 &&
			     frame->count <= CAPTURE_FRAME_MAX &&
			     frame->time_ns >= time);
		time = frame->time_ns;
		for (uint32_t k = 0; k < frame->count; k++)
			sink = (uint8_t)(sink + frame->bytes[k]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = { "" };
	struct capture *f;
	char path[FUZZ_PATH];
	int fd = fuzz_file(data, size, path);

	if (fd < 0)
		return 0;
	f = capture_open(path, &err);
	if (f)
		look(f);
	else
		fuzz_require(err.text[0]);
	capture_close(f);
	close(fd);
	return 0;
}
