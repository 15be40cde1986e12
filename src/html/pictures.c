/* SPDX-License-Identifier: MIT */
/*
 * Pictures of what can be seen of a record at a glance: shares of something on
 * the spokes of a wheel, where cycles went, how busy the layers of a bus were.
 */
#include <stdlib.h>
#include <string.h>

#include "html/inner.h"

enum { BARS = CHART_SPOKES };

/* The numbers that a picture is made of. */
struct subject {
	struct chart_spoke spoke[CHART_SPOKES];
	struct chart_bar bar[BARS];
	struct html_title title[CHART_SPOKES];
	struct number text[CHART_SPOKES];
	unsigned count;
	double sum; /* of the bars' shares */
};

static const char *const names[] = {
	[PICTURE_KIVIAT] = "kiviat",
	[PICTURE_GANTT] = "gantt",
	[PICTURE_BARS] = "bars",
};

const char *html_picture_name(unsigned picture)
{
	return picture < PICTURES ? names[picture] : NULL;
}

/* A metric's number with its unit, without blanks that align it. */
static void write_text(struct number *to, const struct record_metric *m)
{
	struct number n = number_of_metric(m);

	snprintf(to->text, sizeof to->text, "%.*s%s%s",
		 (int)(strlen(n.text) - html_blanks(n.text)), n.text,
		 *m->unit ? " " : "", m->unit);
}

/* ---- Kiviat: shares of which one end is better --------------------------- */

static void find_spokes(const struct record *r, struct subject *s)
{
	for (unsigned i = 0; i < r->metrics && s->count < CHART_SPOKES; i++) {
		const struct record_metric *m = &r->metric[i];
		double share = html_share(r, i);

		if (share < 0 || m->direction == DIRECTION_NONE)
			continue;
		write_text(&s->text[s->count], m);
		s->title[s->count] =
			html_title(m->name, record_metric_is_users(m));
		s->spoke[s->count] = (struct chart_spoke){
			.name = s->title[s->count].text,
			.text = s->text[s->count].text,
			.share = share,
			.higher = m->direction == DIRECTION_HIGHER,
		};
		s->count++;
	}
	chart_take_turns(s->spoke, s->count);
}

static void draw_kiviat(FILE *to, const struct subject *s,
			const struct chart_frame *frame)
{
	chart_kiviat(to, frame, s->spoke, s->count,
		     &(struct chart_scale){ .rim = "rim: 100 %" });
}

/* ---- Gantt: where cycles went, and when layers were busy ----------------- */

/* All cycles, on whichever counter: what others are a part of. */
static bool is_clock(const struct record *r, const struct record_event *e)
{
	struct error ignored;
	const struct catalog_monitor *m =
		catalog_monitor(r->monitor[e->monitor].name, &ignored);

	return e->code == TALLY_EVENT_CYCLES ||
	       (m && m->cycles && strcmp(m->cycles, e->name) == 0);
}

static const struct record_event *cycles_of(const struct record *r,
					    unsigned monitor)
{
	for (unsigned i = 0; i < r->events; i++) {
		const struct record_event *e = &r->event[i];

		if (e->monitor == monitor && is_clock(r, e) &&
		    reading_has_value(&e->reading) && e->reading.value > 0)
			return e;
	}
	return NULL;
}

static void add_bar(struct subject *s, const char *name, double share)
{
	s->bar[s->count] = (struct chart_bar){ .name = name,
					       .text = s->text[s->count].text,
					       .share = share };
	s->sum += share;
	s->count++;
}

static void add_durations(const struct record *r, struct subject *s)
{
	for (unsigned i = 0; i < r->events && s->count < BARS; i++) {
		const struct record_event *e = &r->event[i];
		const struct record_event *all = cycles_of(r, e->monitor);
		double share;

		if (e->kind != EVENT_DURATION || !all || is_clock(r, e) ||
		    r->monitor[e->monitor].layers ||
		    !reading_has_value(&e->reading))
			continue;
		share = e->reading.value / all->reading.value;
		if (!(share > 0) || share > 1)
			continue;
		s->text[s->count] = number_of_event(e);
		add_bar(s, e->name, share);
	}
}

static bool is_occupancy(const struct record *r, const struct record_metric *m)
{
	const char *end = m->row ? strstr(m->row, "_occupancy") : NULL;

	return end && strcmp(end, "_occupancy") == 0 &&
	       r->monitor[m->monitor].layers;
}

static void add_layers(const struct record *r, struct subject *s)
{
	for (unsigned i = 0; i < r->metrics && s->count < BARS; i++) {
		const struct record_metric *m = &r->metric[i];
		double share = html_share(r, i);

		if (!is_occupancy(r, m) || !(share > 0))
			continue;
		write_text(&s->text[s->count], m);
		add_bar(s, m->name, share);
	}
}

static int by_share(const void *x, const void *y)
{
	const struct chart_bar *a = x, *b = y;

	if (a->share > b->share)
		return -1;
	if (a->share < b->share)
		return 1;
	return strcmp(a->name, b->name);
}

static void find_overlaps(const struct record *r, struct subject *s)
{
	add_durations(r, s);
	add_layers(r, s);
	qsort(s->bar, s->count, sizeof *s->bar, by_share);
}

static void draw_gantt(FILE *to, const struct subject *s,
		       const struct chart_frame *frame)
{
	chart_gantt(to, frame, s->bar, s->count);
}

/* ---- bars: every share --------------------------------------------------- */

static void find_shares(const struct record *r, struct subject *s)
{
	for (unsigned i = 0; i < r->metrics && s->count < BARS; i++) {
		const struct record_metric *m = &r->metric[i];
		double share = html_share(r, i);

		/* Of idle layers there are many, and nothing to see. */
		if (share < 0 || (!(share > 0) && m->asked != ASKED_BY_NAME))
			continue;
		write_text(&s->text[s->count], m);
		add_bar(s, m->name, share);
		s->bar[s->count - 1].low = m->reading.low / m->scale;
		s->bar[s->count - 1].high = m->reading.high / m->scale;
	}
}

static void draw_bars(FILE *to, const struct subject *s,
		      const struct chart_frame *frame)
{
	chart_bars(to, frame, s->bar, s->count);
}

/* ---- all of them --------------------------------------------------------- */

static const struct picture {
	const char *title;
	const char *description;
	unsigned least; /* parts; below there is nothing to compare */
	const char *lacking;
	void (*find)(const struct record *r, struct subject *s);
	void (*draw)(FILE *to, const struct subject *s,
		     const struct chart_frame *frame);
} pictures[] = {
	[PICTURE_KIVIAT] = { "Better and worse at a glance",
			     "A Kiviat chart: each spoke is a metric from 0 % "
			     "at the hub to "
			     "100 % at the rim.  Metrics that are better "
			     "higher and metrics "
			     "that are better lower take turns as long as "
			     "there are both. "
			     "The table of metrics has the same numbers.",
			     3,
			     "three metrics that are shares of something, and "
			     "better higher "
			     "or lower",
			     find_spokes, draw_kiviat },
	[PICTURE_GANTT] = { "How busy, and how much at once",
			    "A Gantt chart: each bar is as long as its share "
			    "of all cycles. "
			    "Where a bar lay in time was not measured; they "
			    "are drawn end "
			    "to end, so that as few as possible are below each "
			    "other.",
			    1,
			    "an event that counts cycles, with the cycles, or "
			    "layers of a "
			    "bus that were busy",
			    find_overlaps, draw_gantt },
	[PICTURE_BARS] = { "Shares",
			   "Bars from 0 to 100 %, one for each metric that is "
			   "a share of "
			   "something; a line across is the range over the "
			   "repeats.",
			   1, "a metric in percent", find_shares, draw_bars },
};

/* False: there are not enough parts. */
static bool find(const struct record *r, enum html_picture which,
		 struct subject *s)
{
	*s = (struct subject){ .count = 0 };
	pictures[which].find(r, s);
	return s->count >= pictures[which].least;
}

bool html_picture(FILE *to, const struct record *r, enum html_picture which,
		  struct error *err)
{
	const struct chart_frame frame = {
		.alone = true,
		.id = names[which],
		.title = pictures[which].title,
		.description = pictures[which].description,
	};
	struct subject s;

	if (!find(r, which, &s))
		return error_set(err,
				 "there is no such picture of it, as it has "
				 "not %s; measure more, as -M all does",
				 pictures[which].lacking);
	pictures[which].draw(to, &s, &frame);
	return true;
}

/* A table beside has the bars of a monitor without layers. */
static bool is_shown(const struct record *r, enum html_picture which,
		     struct subject *s)
{
	bool layers = false;

	for (unsigned i = 0; i < r->monitors; i++)
		layers |= r->monitor[i].layers != NULL;
	return (which != PICTURE_BARS || layers) && find(r, which, s);
}

bool html_pictures_any(const struct record *r)
{
	struct subject s;

	for (unsigned i = 0; i < PICTURES; i++)
		if (is_shown(r, (enum html_picture)i, &s))
			return true;
	return false;
}

static void print_caption(FILE *to, enum html_picture which,
			  const struct subject *s)
{
	xml_text(to, pictures[which].description);
	if (which == PICTURE_GANTT && s->sum > 1)
		fprintf(to,
			" Together they are %.1f %% of the cycles: %.1f %% "
			"were counted more than once.",
			100 * s->sum, 100 * (s->sum - 1));
}

void html_pictures_print(FILE *to, const struct record *r)
{
	struct subject s;

	fputs("<div class=\"pictures\">\n", to);
	for (unsigned i = 0; i < PICTURES; i++) {
		const struct chart_frame frame = {
			.id = names[i],
			.title = pictures[i].title,
			.description = pictures[i].description,
		};

		if (!is_shown(r, (enum html_picture)i, &s))
			continue;
		fprintf(to, "<figure>\n<h3>%s</h3>\n", pictures[i].title);
		pictures[i].draw(to, &s, &frame);
		fputs("<figcaption>", to);
		print_caption(to, (enum html_picture)i, &s);
		fputs("</figcaption>\n</figure>\n", to);
	}
	fputs("</div>\n", to);
}
