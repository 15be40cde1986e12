/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes what is typed after -M, -e and -g (libFuzzer): the first byte chooses
 * the monitor, then come three lines, empty ones left out.  Of what would take
 * the planner long (`all`, the overview, a dozen names) only the names are
 * looked up: other tests plan such requests.
 */
#include "fuzz_text.h"

#include "request/request.h"

enum { MOST_NAMES = 6 };

static unsigned names(const char *list)
{
	unsigned n = list ? 1 : 0;

	for (; list && *list; list++)
		n += *list == ',';
	return n;
}

static bool is_quick(const char *const list[3])
{
	unsigned n = 0;

	for (unsigned i = 0; i < 3; i++) {
		n += names(list[i]);
		if (list[i] && strstr(list[i], "all"))
			return false;
	}
	return n > 0 && n <= MOST_NAMES;
}

static void ask(const struct catalog_monitor *m, const char *const list[3])
{
	const struct request_member member = { .monitor = m };
	const struct request_wish wish = { .metrics = list[0],
					   .events = list[1],
					   .groups = list[2] };
	struct error err = { "" };
	struct request *r;

	if (!is_quick(list)) {
		request_known(&member, 1, &wish);
		return;
	}
	r = request_make(&member, 1, &wish, &err);
	/* A refusal says why. */
	fuzz_require(r || err.text[0]);
	request_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned monitors;
	const struct catalog_monitor *const *m = catalog_monitors(&monitors);
	const char *list[3] = { NULL };
	char *text, *at;

	if (size == 0)
		return 0;
	at = text = fuzz_text(data + 1, size - 1);
	for (unsigned i = 0; i < 3 && at; i++) {
		char *line = strsep(&at, "\n");

		list[i] = *line ? line : NULL;
	}
	ask(m[data[0] % monitors], list);
	free(text);
	return 0;
}
