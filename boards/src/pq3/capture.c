/* SPDX-License-Identifier: MIT */
/*
 * Captures, by libpcap.  A file may be anything, so everything is checked
 * before a machine gets to see it.  The file is read once: libpcap gets its
 * bytes from here, and what it got is what is hashed.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "boards/src/pq3/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boards/src/board.h"
#include "boards/src/pq3/libpcap.h"

enum { HEADER = 14, FIRST_ROOM = 1024 };

static const uint64_t MOST_BYTES = 64u << 20;
static const uint64_t NS_PER_S = 1000000000;
static const uint64_t MOST_NS = UINT64_C(1000000000000000);

/* Frames while they are being read; their bytes may still move. */
struct reader {
	struct capture *f;
	const char *path;
	size_t *offset;
	uint32_t room;
	size_t used, bytes_room;
	uint64_t first_ns, last_ns;
};

void capture_close(struct capture *f)
{
	if (!f)
		return;
	free(f->frame);
	free(f->bytes);
	free(f);
}

static bool no_memory(const struct reader *r, struct error *err)
{
	error_set(err, "--pcap %s: out of memory", r->path);
	return false;
}

static bool grow(struct reader *r, size_t more, struct error *err)
{
	if (r->f->count == r->room) {
		uint32_t room = r->room ? 2 * r->room : FIRST_ROOM;
		void *frame = realloc(r->f->frame, room * sizeof(*r->f->frame));
		void *offset;

		if (!frame)
			return no_memory(r, err);
		r->f->frame = frame;
		offset = realloc(r->offset, room * sizeof(*r->offset));
		if (!offset)
			return no_memory(r, err);
		r->offset = offset;
		r->room = room;
	}
	if (r->bytes_room - r->used < more) {
		size_t room = 2 * r->bytes_room + more;
		void *bytes = realloc(r->f->bytes, room);

		if (!bytes)
			return no_memory(r, err);
		r->f->bytes = bytes;
		r->bytes_room = room;
	}
	return true;
}

/* Why the frame cannot be taken; false: it can. */
static bool refuse(const struct reader *r, const struct pcap_pkthdr *h,
		   struct error *err)
{
	unsigned n = r->f->count + 1;

	if (h->caplen < h->len)
		error_set(err,
			  "--pcap %s: of frame %u only %u of %u bytes were "
			  "captured; capture whole frames (tcpdump -s 0)",
			  r->path, n, h->caplen, h->len);
	else if (h->caplen < HEADER)
		error_set(err,
			  "--pcap %s: frame %u has %u bytes, too few for an "
			  "Ethernet header",
			  r->path, n, h->caplen);
	else if (h->caplen > CAPTURE_FRAME_MAX)
		error_set(err,
			  "--pcap %s: frame %u has %u bytes; the controller "
			  "takes %u at most. Was it captured with segmentation "
			  "offload on? (ethtool -K ... gso off tso off gro "
			  "off)",
			  r->path, n, h->caplen, CAPTURE_FRAME_MAX);
	else if (r->used + h->caplen > MOST_BYTES)
		error_set(err,
			  "--pcap %s: more than 64 MiB of frames; cut it "
			  "(editcap -r, tcpdump -c)",
			  r->path);
	else
		return false;
	return true;
}

/* Captures are not always in order; time does not go back, nor far off. */
static uint64_t time_of(struct reader *r, const struct pcap_pkthdr *h)
{
	uint64_t ns =
		(uint64_t)h->ts.tv_sec * NS_PER_S + (uint64_t)h->ts.tv_usec;

	if (!r->f->count)
		r->first_ns = ns;
	ns -= r->first_ns;
	if (ns > r->last_ns && ns <= MOST_NS)
		r->last_ns = ns;
	return r->last_ns;
}

static bool take(struct reader *r, const struct pcap_pkthdr *h,
		 const uint8_t *data, struct error *err)
{
	struct capture_frame *frame;

	if (refuse(r, h, err) || !grow(r, h->caplen, err))
		return false;
	frame = &r->f->frame[r->f->count];
	frame->time_ns = time_of(r, h);
	frame->count = h->caplen;
	memcpy(r->f->bytes + r->used, data, h->caplen);
	r->offset[r->f->count] = r->used;
	r->used += h->caplen;
	r->f->count++;
	return true;
}

static bool read_all(struct reader *r, pcap_t *file, struct error *err)
{
	struct pcap_pkthdr *h;
	const uint8_t *data;
	int got;

	if (pcap_datalink(file) != DLT_EN10MB) {
		const char *name =
			pcap_datalink_val_to_name(pcap_datalink(file));

		return error_set(err,
				 "--pcap %s: its link type is %s, not Ethernet "
				 "(EN10MB); capture on one Ethernet interface, "
				 "not on 'any'",
				 r->path, name ? name : "unknown");
	}
	while ((got = pcap_next_ex(file, &h, &data)) == 1)
		if (!take(r, h, data, err))
			return false;
	if (got != PCAP_ERROR_BREAK)
		return error_set(err,
				 "--pcap %s: broken after frame %u: %s; "
				 "capture it anew or mend it (editcap)",
				 r->path, r->f->count, pcap_geterr(file));
	if (!r->f->count)
		return error_set(err, "--pcap %s: there are no frames in it",
				 r->path);
	return true;
}

/* ---- the bytes of the file ----------------------------------------------- */

struct source {
	int fd;
	SHA2_CTX hash; /* of what was read so far */
};

static ssize_t read_source(void *cookie, char *to, size_t room)
{
	struct source *s = cookie;
	ssize_t n;

	do
		n = read(s->fd, to, room);
	while (n < 0 && errno == EINTR);
	if (n > 0)
		SHA256Update(&s->hash, (const uint8_t *)to, (size_t)n);
	return n;
}

static int close_source(void *cookie)
{
	return close(((struct source *)cookie)->fd);
}

/* As a stream, which closes it; NULL and `err` otherwise. */
static FILE *open_source(struct source *s, const char *path, struct error *err)
{
	const cookie_io_functions_t io = { .read = read_source,
					   .close = close_source };
	FILE *stream = NULL;

	SHA256Init(&s->hash);
	s->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (s->fd >= 0)
		stream = fopencookie(s, "rb", io);
	if (stream)
		return stream;
	error_set(err, "--pcap %s: cannot be read as a capture: %s: %s", path,
		  path, strerror(errno));
	if (s->fd >= 0)
		close(s->fd);
	return NULL;
}

/* Closes the stream. */
static bool read_stream(struct reader *r, FILE *stream, struct error *err)
{
	char why[PCAP_ERRBUF_SIZE];
	pcap_t *file = pcap_fopen_offline_with_tstamp_precision(
		stream, PCAP_TSTAMP_PRECISION_NANO, why);
	bool good;

	if (!file) {
		fclose(stream);
		return error_set(err,
				 "--pcap %s: cannot be read as a capture: %s",
				 r->path, why);
	}
	r->f = calloc(1, sizeof(*r->f));
	good = r->f ? read_all(r, file, err) : no_memory(r, err);
	pcap_close(file);
	return good;
}

struct capture *capture_open(const char *path, struct error *err)
{
	struct reader r = { .path = path };
	struct source source;
	FILE *stream;
	bool good;

	if (!libpcap_load(err))
		return NULL;
	stream = open_source(&source, path, err);
	if (!stream)
		return NULL;
	good = read_stream(&r, stream, err);
	for (uint32_t i = 0; good && r.f && i < r.f->count; i++)
		r.f->frame[i].bytes = r.f->bytes + r.offset[i];
	free(r.offset);
	if (good) {
		/* Up to the end of the file: libpcap found nothing behind. */
		SHA256End(&source.hash, r.f->sha256);
		return r.f;
	}
	capture_close(r.f);
	return NULL;
}

bool board_capture(struct board_options *options, struct error *err)
{
	if (options->pcap && !options->capture)
		options->capture = capture_open(options->pcap, err);
	return !options->pcap || options->capture;
}

const char *board_capture_sha256(const struct board_options *options)
{
	return options->capture ? options->capture->sha256 : NULL;
}

void board_capture_close(struct board_options *options)
{
	capture_close(options->capture);
	options->capture = NULL;
}
