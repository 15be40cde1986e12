/* SPDX-License-Identifier: MIT */
/* A screen that is redrawn.  See view.h. */
#include "cli/top/view.h"

#include "cli/top/curses.h"

#if defined TALLY_NCURSES && TALLY_NCURSES
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { NAME_WIDTH = 26, NUMBER_WIDTH = 12, UNIT_WIDTH = 16, CHART_ROWS = 5 };

struct view_screen {
	SCREEN *term;
	WINDOW *window;
	int lines, columns, line; /* the next one to be drawn */
};

/* The terminal as it was found, for a signal's handler. */
static struct termios found;
static volatile bool taken;

bool view_begin(struct view *v, struct error *err)
{
	struct view_screen *s;
	const char *term = getenv("TERM");

	if (!curses_load(err))
		return false;
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) ||
	    tcgetattr(STDIN_FILENO, &found))
		return error_set(err, "top draws on a terminal, and standard "
				      "input or output is none; tally stat -I "
				      "1s prints rows anywhere");
	setlocale(LC_CTYPE, "");
	s = calloc(1, sizeof *s);
	if (!s)
		return error_no_memory(err);
	s->term = curses.newterm(NULL, stdout, stdin);
	if (!s->term) {
		free(s);
		return error_set(err,
				 "TERM=%s is no terminal that ncurses knows; "
				 "say what it is, as in TERM=vt100",
				 term ? term : "");
	}
	taken = true;
	v->screen = s;
	s->window = curses.newwin(0, 0, 0, 0);
	curses.cbreak();
	curses.noecho();
	curses.curs_set(0);
	if (!s->window) {
		view_end(v);
		return error_no_memory(err);
	}
	curses.keypad(s->window, true);
	curses.wtimeout(s->window, 0);
	return true;
}

void view_end(struct view *v)
{
	struct view_screen *s = v->screen;

	if (!s)
		return;
	if (s->window)
		curses.delwin(s->window);
	curses.endwin();
	taken = false;
	curses.delscreen(s->term);
	free(s);
	v->screen = NULL;
}

/* To the usual screen, cursor and attributes of terminals like xterm; what the
 * driver of the terminal does was noted. */
void view_give_back(void)
{
	static const char usual[] = "\033[?1049l\033[?25h\033[0m\r\n";

	if (!taken)
		return;
	(void)!write(STDOUT_FILENO, usual, sizeof usual - 1);
	(void)tcsetattr(STDIN_FILENO, TCSANOW, &found);
}

int view_key(struct view *v)
{
	struct view_screen *s = v->screen;
	const int key = curses.wgetch(s->window);

	switch (key) {
	case ERR:
		return VIEW_NONE;
	case KEY_UP:
		return VIEW_UP;
	case KEY_DOWN:
		return VIEW_DOWN;
	case KEY_RESIZE:
		curses.delwin(s->window);
		s->window = curses.newwin(0, 0, 0, 0);
		if (!s->window)
			return VIEW_RESIZED;
		curses.keypad(s->window, true);
		curses.wtimeout(s->window, 0);
		return VIEW_RESIZED;
	default:
		return key;
	}
}

/* ---- drawing ------------------------------------------------------------- */

/* At most so many columns of a text of one column each character. */
static void view_put(struct view_screen *s, int column, const char *text,
		     int width)
{
	size_t bytes = 0;
	int used = 0;

	if (column + width > s->columns)
		width = s->columns - column;
	while (text[bytes] && used <= width) {
		if (((unsigned char)text[bytes] & 0xC0) != 0x80 &&
		    used++ == width)
			break;
		bytes++;
	}
	if (width > 0 && s->line < s->lines &&
	    curses.wmove(s->window, s->line, column) == OK)
		curses.waddnstr(s->window, text, (int)bytes);
}

static void view_number(char to[NUMBER_WIDTH + 1], double value)
{
	static const char prefix[] = " kMGTPE";
	unsigned power = 0;

	if (isnan(value)) {
		snprintf(to, NUMBER_WIDTH + 1, "-");
		return;
	}
	while (fabs(value) >= 99999.5 && power + 2 < sizeof prefix) {
		value /= 1000;
		power++;
	}
	snprintf(to, NUMBER_WIDTH + 1, "%.*f%c",
		 fabs(value) < 10    ? 3
		 : fabs(value) < 100 ? 2
				     : (fabs(value) < 10000 ? 1 : 0),
		 value, prefix[power]);
}

/* A character of eight heights; of a plain terminal one of as many. */
static const char *view_height(const struct view *v, double share)
{
	static const char *const block[] = { "▁", "▂", "▃", "▄",
					     "▅", "▆", "▇", "█" };
	static const char *const letter[] = { "_", ".", ":", "-",
					      "=", "+", "*", "#" };
	const double of = share < 0 ? 0 : share * 8;
	const unsigned at = of < 7 ? (unsigned)of : 7;

	return v->plain ? letter[at] : block[at];
}

/* The newest are at the right. */
static void view_spark(const struct view *v, int column, unsigned value,
		       int width)
{
	const double most = history_most(v->history, value,
					 (unsigned)(width > 0 ? width : 0));

	for (int i = 0; i < width; i++) {
		const double is = history_at(v->history, value,
					     (unsigned)(width - 1 - i));

		if (!isnan(is))
			view_put(v->screen, column + i,
				 view_height(v, most > 0 ? is / most : 0), 1);
	}
}

static void draw_value(const struct view *v, unsigned i)
{
	struct view_screen *s = v->screen;
	const struct history_value *of = &v->history->value[i];
	const int after = NAME_WIDTH + NUMBER_WIDTH + UNIT_WIDTH + 5;
	const bool chosen = i == v->chosen;
	char text[NUMBER_WIDTH + 1], padded[NUMBER_WIDTH + 1];

	view_number(text, history_at(v->history, i, 0));
	snprintf(padded, sizeof padded, "%*s", NUMBER_WIDTH, text);
	curses.wattrset(s->window, chosen ? (int)A_BOLD : (int)A_NORMAL);
	view_put(s, 0, chosen ? ">" : " ", 1);
	view_put(s, 2, of->name, NAME_WIDTH);
	view_put(s, 2 + NAME_WIDTH + 1, padded, NUMBER_WIDTH);
	view_put(s, 2 + NAME_WIDTH + NUMBER_WIDTH + 2, of->unit, UNIT_WIDTH);
	view_spark(v, after + 1, i, s->columns - after - 1);
	curses.wattrset(s->window, (int)A_NORMAL);
	s->line++;
}

/* As many as there is room for; the chosen one among them. */
static void draw_values(const struct view *v, int room)
{
	const unsigned all = v->history->values;
	const unsigned most = room > 0 ? (unsigned)room : 0;
	unsigned from = 0;

	if (v->chosen >= most)
		from = v->chosen - most + 1;
	for (unsigned i = from; i < all && i < from + most; i++)
		draw_value(v, i);
}

static void draw_left_out(const struct view *v)
{
	struct view_screen *s = v->screen;
	char text[64];

	if (!v->history->left_out)
		return;
	snprintf(text, sizeof text, "%u more values; -M or -e names fewer",
		 v->history->left_out);
	view_put(s, 2, text, s->columns - 2);
	s->line++;
}

/* The part of a column of a chart that is in this line of it, from the top. */
static double part_of(double share, int row)
{
	return share * CHART_ROWS - (CHART_ROWS - 1 - row);
}

static void draw_chart(const struct view *v)
{
	struct view_screen *s = v->screen;
	const int width = s->columns - NUMBER_WIDTH - 2;
	const double most = history_most(v->history, v->chosen,
					 (unsigned)(width > 0 ? width : 0));
	char text[NUMBER_WIDTH + 1];

	for (int row = 0; row < CHART_ROWS; row++, s->line++) {
		view_number(text, row ? 0 : most);
		if (row == 0 || row == CHART_ROWS - 1)
			view_put(s, 0, text, NUMBER_WIDTH);
		for (int i = 0; i < width; i++) {
			const double is = history_at(v->history, v->chosen,
						     (unsigned)(width - 1 - i));
			const double part =
				most > 0 ? part_of(is / most, row) : 0;

			if (part > 0)
				view_put(s, NUMBER_WIDTH + 1 + i,
					 view_height(v, part), 1);
		}
	}
}

static void draw_functions(const struct view *v, int room)
{
	struct view_screen *s = v->screen;
	const struct hottest *h = v->hottest;
	char text[64];

	if (room < 2)
		return;
	snprintf(text, sizeof text, "hottest functions, %llu samples",
		 (unsigned long long)h->samples);
	curses.wattrset(s->window, (int)A_REVERSE);
	view_put(s, 0, h->samples ? text : "hottest functions", s->columns);
	curses.wattrset(s->window, (int)A_NORMAL);
	if (h->note[0])
		view_put(s, 36, h->note, s->columns - 36);
	s->line++;
	for (unsigned i = 0; i < h->rows && (int)i < room - 1; i++) {
		snprintf(text, sizeof text, "%5.1f %%", 100 * h->row[i].share);
		view_put(s, 2, text, 8);
		view_put(s, 11, h->row[i].name, s->columns - 11);
		s->line++;
	}
}

static size_t characters(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xC0) != 0x80;
	return n;
}

/* Of a long path the end, whole folders where they fit: the name of the file is
 * what tells one program from another. */
static const char *end_of_path(const char *path, size_t room)
{
	const char *end = path, *folder;

	while (*end && characters(end) > room)
		end++;
	while (((unsigned char)*end & 0xC0) == 0x80)
		end++;
	folder = end > path ? strchr(end, '/') : NULL;
	return folder ? folder : end;
}

static void draw_target(const struct view *v)
{
	static const char dots[] = "...";
	struct view_screen *s = v->screen;
	const size_t target = characters(v->target) + 2;
	const size_t columns = s->columns > 0 ? (size_t)s->columns : 0;
	size_t room = columns > target ? columns - target : 0;
	const bool fits = characters(v->program) <= room;
	char text[sizeof v->target + sizeof v->program + sizeof dots + 2];

	room = room > strlen(dots) ? room - strlen(dots) : 0;
	snprintf(text, sizeof text, "%s  %s%s", v->target, fits ? "" : dots,
		 fits ? v->program : end_of_path(v->program, room));
	view_put(s, 0, text, s->columns);
	s->line++;
}

static void draw_head(const struct view *v)
{
	struct view_screen *s = v->screen;
	const struct history *h = v->history;
	char text[256], time[48] = "";

	if (h->rows)
		snprintf(time, sizeof time, "%.6g %s  ", h->elapsed,
			 h->seconds ? "s" : "cycles");
	snprintf(text, sizeof text, "tally top  %s%s%s", time,
		 v->frozen ? "FROZEN  " : "", v->state);
	curses.wattrset(s->window, (int)A_BOLD);
	view_put(s, 0, text, s->columns);
	curses.wattrset(s->window, (int)A_NORMAL);
	s->line++;
	draw_target(v);
}

void view_draw(struct view *v)
{
	static const char keys[] =
		"q quit  m/up/down metric  space freeze  w write a record";
	struct view_screen *s = v->screen;
	const int values = (int)v->history->values;
	int room;

	if (!s || !s->window)
		return;
	s->lines = curses.getmaxy(s->window);
	s->columns = curses.getmaxx(s->window);
	s->line = 0;
	curses.werase(s->window);
	draw_head(v);
	room = s->lines - 2 - CHART_ROWS - 6;
	if (v->counts) {
		draw_values(v, values < room ? values : room);
		draw_left_out(v);
		if (values && s->lines >= 20)
			draw_chart(v);
	}
	draw_functions(v, s->lines - 1 - s->line);
	s->line = s->lines - 1;
	view_put(s, 0, v->message[0] ? v->message : keys, s->columns);
	curses.wrefresh(s->window);
}
#else
bool view_begin(struct view *v, struct error *err)
{
	(void)v;
	return curses_load(err);
}

void view_draw(struct view *v)
{
	(void)v;
}

int view_key(struct view *v)
{
	(void)v;
	return VIEW_NONE;
}

void view_end(struct view *v)
{
	(void)v;
}

void view_give_back(void)
{
}
#endif
