/* SPDX-License-Identifier: MIT */
/*
 * Prints who waited for a bus over time: of each interval the layer that waited
 * most for other masters, and those that were busy then.  For which of them it
 * waited no counter tells.
 */
#include <math.h>
#include <string.h>

#include "report/inner.h"

enum { LAYERS = 16, OTHERS = 3 };

/* The metrics of a layer that are looked at; the catalogue calls it so. */
static const char waits[] = "bus_wait", busy[] = "occupancy";

struct layer {
	char name[LAYER_WIDTH];
	const double *wait, *busy; /* of each interval; NULL: not measured */
};

/* The layer of that name, which may be new; NULL: there are too many. */
static struct layer *layer_of(struct layer *l, const char *name)
{
	unsigned i = 0;

	while (i < LAYERS && *l[i].name && strcmp(l[i].name, name) != 0)
		i++;
	if (i == LAYERS)
		return NULL;
	snprintf(l[i].name, sizeof l[i].name, "%s", name);
	return &l[i];
}

/* Did any wait? */
static bool find_layers(const struct record *r, struct layer *l)
{
	bool any = false;

	for (unsigned i = 0; i < r->metrics; i++) {
		char name[LAYER_WIDTH];
		const char *what = layers_what(r, i, name);
		const double *value =
			r->series.value + (size_t)i * r->series.intervals;
		struct layer *at;

		if (!what || !reading_has_value(&r->metric[i].reading))
			continue;
		at = layer_of(l, name);
		if (at && strcmp(what, waits) == 0)
			at->wait = value;
		else if (at && strcmp(what, busy) == 0)
			at->busy = value;
		any = any || (at && at->wait);
	}
	return any;
}

/* A value that is there, and not 0. */
static double at(const double *value, unsigned interval)
{
	return value && value[interval] > 0 ? value[interval] : 0;
}

/* The layer with the most, of those that are not taken; LAYERS: none has any.
 */
static unsigned most(const struct layer *l, unsigned interval, bool waiting,
		     unsigned taken)
{
	unsigned best = LAYERS;
	double much = 0;

	for (unsigned i = 0; i < LAYERS; i++) {
		const double value =
			at(waiting ? l[i].wait : l[i].busy, interval);

		if (!(taken >> i & 1) && value > much) {
			much = value;
			best = i;
		}
	}
	return best;
}

static void print_row(FILE *to, const struct layer *l, unsigned interval)
{
	const unsigned who = most(l, interval, true, 0);
	unsigned taken = who < LAYERS ? 1u << who : 0, other;

	if (who == LAYERS) {
		fputs("  -\n", to);
		return;
	}
	fprintf(to, "  %-8s%7.3f %%", l[who].name, at(l[who].wait, interval));
	for (unsigned i = 0; i < OTHERS; i++) {
		other = most(l, interval, false, taken);
		if (other == LAYERS)
			break;
		fprintf(to, "%s%s %.1f %%", i ? ", " : "  ", l[other].name,
			at(l[other].busy, interval));
		taken |= 1u << other;
	}
	fputc('\n', to);
}

void layers_waits_print(FILE *to, const struct record *r)
{
	struct layer layer[LAYERS] = { 0 };

	if (!find_layers(r, layer))
		return;
	fputs("who waited most for other masters, and who else was busy then;\n"
	      "for which of these it waited no counter tells\n",
	      to);
	series_time_head(to, r);
	fputs("  waited     cycles  busy beside it\n", to);
	for (unsigned i = 0; i < r->series.intervals; i++) {
		series_time(to, r, r->series.end[i]);
		print_row(to, layer, i);
	}
	fputc('\n', to);
}
