/* SPDX-License-Identifier: MIT */
/*
 * Verbs, options and pages of the documentation as rows that are searched.
 * Options are read off each verb's own help, so that there are no others.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "cli/command.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/verbs.h"

enum { VERBS, OPTIONS = COMMAND_OPTIONS, PAGES, LINE = 256 };

const char *const command_kind[] = { "verbs", "options", "pages" };
const unsigned command_kinds = 3;

/* Words of people who do not know a verb's name. */
static const struct {
	const char *verb, *words;
} words_of[] = {
	{ "list", "show catalogue names available" },
	{ "find", "search look for" },
	{ "explain", "describe definition help" },
	{ "plan", "passes multiplexing counters" },
	{ "stat", "count counters time fast speed perf" },
	{ "top", "live watch screen monitor htop curses rates moving" },
	{ "why", "slow bottleneck reason cause top-down topdown" },
	{ "profile", "hot spot hotspot function line callers calls graph" },
	{ "record", "sampling sampled perf" },
	{ "collect", "log dump" },
	{ "report", "html page csv json print annotate" },
	{ "export",
	  "flame graph flamegraph callgrind pprof speedscope perfetto "
	  "chrome trace openmetrics markdown csv" },
	{ "bench",
	  "suite matrix sweep batch many programs regression continuous "
	  "integration junit" },
	{ "diff", "compare comparison two runs before after faster slower "
		  "regression difference" },
	{ "script", "debugger trace32 practice" },
	{ "compute", "formula calculate" },
	{ "decode", "bits fields" },
	{ "encode", "bits fields" },
	{ "amalgam", "firmware embed single file" },
	{ "doctor", "check selftest health broken" },
	{ "prove", "check selftest known counts verify validation" },
	{ "board", "simulator emulator virtual compile build" },
};

/* Of doc/: what it is about, and what else it helps with. */
static const struct {
	const char *name, *title, *words;
} pages[] = {
	{ "doc/guide.md", "a guide for the first hour",
	  "start tutorial compare two runs profile firmware flame graph" },
	{ "doc/boards.md", "the virtual boards, and how true they are",
	  "simulator jitter noise accuracy timing inject cache semihosting" },
	{ "doc/results.md", "results that are kept: records, profiles, exports",
	  "json csv schema format pprof callgrind flame graph perfetto" },
	{ "doc/errors.md", "what can go wrong, and what to do about it",
	  "error message exit status trusted exact" },
	{ "doc/probe.md", "over a probe: a GDB server, OpenOCD, live memory",
	  "jtag swd debugger qemu hardware target" },
	{ "doc/scripts.md", "a debugger's script",
	  "gdb openocd trace32 practice register writes" },
	{ "doc/doctor.md", "is the monitor as it should be?",
	  "check selftest" },
	{ "doc/log.md", "the log in memory, that firmware keeps",
	  "sample collect dump ring" },
	{ "doc/rtos.md", "counts per task under a kernel",
	  "freertos zephyr threads context switch" },
	{ "doc/fixed.md", "setups that are known at compile time",
	  "folded static header firmware" },
	{ "doc/building.md", "building and testing",
	  "install compile meson completion shell bash zsh" },
	{ "doc/sources.md", "which documents everything is from",
	  "manual reference evidence" },
	{ "doc/adding.md", "adding a monitor, a core, a board, a guest",
	  "extend new port" },
	{ "doc/design.md", "the design: rooms, words, ideas", "architecture" },
};

/* The help that a verb prints; NULL: it is not in this build. */
static FILE *help_of(const struct verb *v)
{
	char *const words[] = { (char *)v->name, (char[]){ "--help" }, NULL };
	const int at = optind, fd = memfd_create("help", MFD_CLOEXEC);
	const int kept = dup(STDOUT_FILENO);
	FILE *from = fd < 0 ? NULL : fdopen(fd, "r");

	if (from && v->run && kept >= 0) {
		fflush(stdout);
		(void)dup2(fd, STDOUT_FILENO);
		optind = 1;
		(void)v->run(2, (char **)words);
		optind = at;
		fflush(stdout);
		(void)dup2(kept, STDOUT_FILENO);
		rewind(from);
	}
	if (kept >= 0)
		close(kept);
	return from;
}

/* An option, by its verb: the first text that says anything stays. */
static void add_option(json_t *all, const char *name, const char *title,
		       const char *verb)
{
	json_t *row = json_object_get(all, name), *list;
	const char *known;

	if (!row) {
		row = json_pack("{s:s, s:s, s:s, s:[]}", "name", name, "title",
				"", "words", "", "verbs");
		json_object_set_new(all, name, row);
	}
	known = json_string_value(json_object_get(row, "title"));
	if (known && !*known)
		json_object_set_new(row, "title", json_string(title));
	list = json_object_get(row, "verbs");
	known = json_string_value(
		json_array_get(list, json_array_size(list) - 1));
	if (!known || strcmp(known, verb) != 0)
		json_array_append_new(list, json_string(verb));
}

/* How many characters the option at the beginning has; 0: there is none. */
static size_t option_length(const char *at)
{
	size_t length = 2;

	if (at[0] != '-')
		return 0;
	if (at[1] != '-')
		return isalpha((unsigned char)at[1]) &&
				       !isalnum((unsigned char)at[2])
			       ? 2
			       : 0;
	while (isalnum((unsigned char)at[length]) || at[length] == '-')
		length++;
	return length > 3 ? length : 0;
}

/*
 * Behind two blanks stands what it does, up to three, where another begins;
 * with a dash begins the next option, and not what this one does.
 */
static void take_title(const char *at, char title[LINE])
{
	const char *text = strstr(at, "  ");
	const char *other = strstr(at, " -"), *end;

	title[0] = '\0';
	if (!text || (other && other < text))
		return;
	text += strspn(text, " ");
	if (*text == '-')
		return;
	end = strstr(text, "   ");
	snprintf(title, LINE, "%.*s",
		 end ? (int)(end - text) : (int)strcspn(text, "\n"), text);
}

static void take_line(json_t *all, const char *line, const char *verb)
{
	if (strncmp(line, "  tally", 7) == 0)
		return;
	for (const char *at = line; *at; at++) {
		const size_t length = at == line || strchr(" ,[|", at[-1])
					      ? option_length(at)
					      : 0;
		char name[LINE], title[LINE];

		if (!length || length >= sizeof name)
			continue;
		snprintf(name, sizeof name, "%.*s", (int)length, at);
		take_title(at, title);
		add_option(all, name, title, verb);
		at += length - 1;
	}
}

static json_t *option_rows(void)
{
	json_t *all = json_object(), *list = json_array(), *row;
	const char *name;
	unsigned count;
	const struct verb *verbs = verbs_known(&count);

	for (unsigned i = 0; i < count; i++) {
		FILE *from = help_of(&verbs[i]);
		char line[LINE];

		while (from && fgets(line, sizeof line, from))
			take_line(all, line, verbs[i].name);
		if (from)
			fclose(from);
	}
	json_object_foreach(all, name, row) json_array_append(list, row);
	json_decref(all);
	return list;
}

static const char *verb_words(const char *verb)
{
	for (size_t i = 0; i < sizeof words_of / sizeof *words_of; i++)
		if (strcmp(words_of[i].verb, verb) == 0)
			return words_of[i].words;
	return "";
}

/* Verbs that share a row of the help share its title. */
static const char *verb_title(const struct verb *v)
{
	while (!v->title)
		v++;
	return v->title;
}

static json_t *verb_list_rows(void)
{
	json_t *list = json_array();
	unsigned count;
	const struct verb *verbs = verbs_known(&count);

	for (unsigned i = 0; i < count; i++)
		json_array_append_new(list,
				      json_pack("{s:s, s:s, s:s}", "name",
						verbs[i].name, "title",
						verb_title(&verbs[i]), "words",
						verb_words(verbs[i].name)));
	return list;
}

json_t *command_rows(unsigned kind)
{
	json_t *list;

	if (kind == OPTIONS)
		return option_rows();
	if (kind == VERBS)
		return verb_list_rows();
	list = json_array();
	for (unsigned i = 0; kind == PAGES && i < sizeof pages / sizeof *pages;
	     i++)
		json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "name",
						      pages[i].name, "title",
						      pages[i].title, "words",
						      pages[i].words));
	return list;
}
