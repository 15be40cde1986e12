/* SPDX-License-Identifier: MIT */
/*
 * Counts and calls over time as a trace of Perfetto: packets, each the
 * description of a track or an event of one.  A monitor is a process there, and
 * so is the program of calls.
 */
#include <stdlib.h>

#include "export/inner.h"
#include "export/timeline.h"
#include "perfetto.pb-c.h"

/* Tracks of all groups are numbered from 1; groups are behind this. */
static const uint64_t GROUPS = (uint64_t)1 << 32;

/* Types of events. */
enum { SLICE_BEGIN = 1, SLICE_END = 2, INSTANT = 3, COUNTER = 4 };

struct perfetto {
	FILE *to;
	bool begun, good;
};

/* A trace with one packet is that packet as a part of a trace. */
static void put(struct perfetto *p, Perfetto__TracePacket *packet)
{
	Perfetto__Trace trace = PERFETTO__TRACE__INIT;
	uint8_t *bytes;
	size_t size;

	packet->has_trusted_packet_sequence_id = true;
	packet->trusted_packet_sequence_id = 1;
	if (!p->begun) {
		/* Nothing before it is referred to. */
		packet->has_sequence_flags = true;
		packet->sequence_flags = 1;
		p->begun = true;
	}
	trace.n_packet = 1;
	trace.packet = &packet;
	size = perfetto__trace__get_packed_size(&trace);
	bytes = malloc(size);
	if (!bytes) {
		p->good = false;
		return;
	}
	perfetto__trace__pack(&trace, bytes);
	fwrite(bytes, 1, size, p->to);
	free(bytes);
}

static void put_descriptor(struct perfetto *p,
			   Perfetto__TrackDescriptor *descriptor, uint64_t uuid)
{
	Perfetto__TracePacket packet = PERFETTO__TRACE_PACKET__INIT;

	descriptor->has_uuid = true;
	descriptor->uuid = uuid;
	packet.track_descriptor = descriptor;
	put(p, &packet);
}

static void put_group(const struct timeline *t, unsigned group,
		      const char *name)
{
	Perfetto__TrackDescriptor descriptor = PERFETTO__TRACK_DESCRIPTOR__INIT;
	Perfetto__ProcessDescriptor process =
		PERFETTO__PROCESS_DESCRIPTOR__INIT;

	process.has_pid = true;
	process.pid = (int32_t)group;
	process.process_name = (char *)name;
	descriptor.process = &process;
	put_descriptor(t->to, &descriptor, GROUPS + group);
}

static void put_track(const struct timeline *t, const struct timeline_track *k)
{
	Perfetto__TrackDescriptor descriptor = PERFETTO__TRACK_DESCRIPTOR__INIT;
	Perfetto__CounterDescriptor counter =
		PERFETTO__COUNTER_DESCRIPTOR__INIT;

	counter.unit_name = *k->unit ? (char *)k->unit : NULL;
	descriptor.name = (char *)k->name;
	descriptor.has_parent_uuid = true;
	descriptor.parent_uuid = GROUPS + k->group;
	descriptor.counter = k->values ? &counter : NULL;
	put_descriptor(t->to, &descriptor, k->id);
}

static void put_event(const struct timeline *t, const struct timeline_track *k,
		      uint64_t cycle, Perfetto__TrackEvent *event)
{
	Perfetto__TracePacket packet = PERFETTO__TRACE_PACKET__INIT;

	event->has_type = event->has_track_uuid = true;
	event->track_uuid = k->id;
	packet.has_timestamp = true;
	packet.timestamp =
		(uint64_t)(timeline_microseconds(t, cycle) * 1000 + 0.5);
	packet.track_event = event;
	put(t->to, &packet);
}

static void put_value(const struct timeline *t, const struct timeline_track *k,
		      uint64_t cycle, double value)
{
	Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;

	event.type = COUNTER;
	event.has_double_counter_value = true;
	event.double_counter_value = value;
	put_event(t, k, cycle, &event);
}

static void put_begin(const struct timeline *t, const struct timeline_track *k,
		      const char *name, uint64_t from, uint64_t to)
{
	Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;

	(void)to;
	event.type = SLICE_BEGIN;
	event.name = (char *)name;
	put_event(t, k, from, &event);
}

static void put_end(const struct timeline *t, const struct timeline_track *k,
		    uint64_t to)
{
	Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;

	event.type = SLICE_END;
	put_event(t, k, to, &event);
}

static void put_moment(const struct timeline *t, const struct timeline_track *k,
		       const char *name, uint64_t cycle)
{
	Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;

	event.type = INSTANT;
	event.name = (char *)name;
	put_event(t, k, cycle, &event);
}

static struct timeline begin_trace(struct perfetto *p, double clock_hz)
{
	return (struct timeline){ .clock_hz = clock_hz,
				  .to = p,
				  .group = put_group,
				  .track = put_track,
				  .value = put_value,
				  .begin = put_begin,
				  .end = put_end,
				  .moment = put_moment };
}

static bool export_perfetto(FILE *to, const struct record *r)
{
	struct perfetto p = { .to = to, .good = true };
	const struct timeline t = begin_trace(&p, series_hz(r));

	return timeline_tell_counts(&t, r) && p.good;
}

static bool export_perfetto_calls(FILE *to, const struct sample *s,
				  uint32_t column)
{
	struct perfetto p = { .to = to, .good = true };
	const struct timeline t =
		begin_trace(&p, s->timeline ? s->clock_hz : 1e9);

	(void)column;
	return (s->timeline ? timeline_tell_calls(&t, s)
			    : timeline_tell_moments(&t, s)) &&
	       p.good;
}

const struct export_format export_format_perfetto = {
	.name = "perfetto",
	.about = "for ui.perfetto.dev; give it -o",
	.binary = true,
	.over_time = true,
	.write = export_perfetto_calls,
	.record = export_perfetto,
	.otherwise = EXPORT_OVER_TIME,
};
