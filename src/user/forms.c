/* SPDX-License-Identifier: MIT */
/* Two forms of a core's list of events: Arm's, and that of Linux. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "user/list.h"

enum { LAST_CODE = 0xFFFE };

bool user_list_text(json_t *value, char **to)
{
	const char *text = json_string_value(value);

	free(*to);
	*to = strdup(text ? text : "");
	if (*to)
		text_one_line(text_clean(*to));
	return text != NULL;
}

/* Is it a name that people can type?  Letters, digits and a few signs. */
static bool is_name(const char *text)
{
	static const char of[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				 "abcdefghijklmnopqrstuvwxyz0123456789_.-";

	return *text && strlen(text) < 2UL * USER_NAME &&
	       strspn(text, of) == strlen(text);
}

/* Takes name and title; false: there is no memory. */
static bool put_texts(struct user_event *e, json_t *name, json_t *title,
		      struct error *err)
{
	e->named =
		user_list_text(name, &e->name) && e->name && is_name(e->name);
	user_list_text(title, &e->title);
	return (e->name && e->title) || error_no_memory(err);
}

static bool put_code(struct user_event *e, json_int_t code)
{
	e->coded = true;
	e->code = (uint16_t)code;
	return code >= 0 && code <= LAST_CODE;
}

/* ---- Arm's --------------------------------------------------------------- */

static bool arm_event(struct user_list *l, const struct user_text *of,
		      json_t *row, size_t i, struct error *err)
{
	json_t *code = json_object_get(row, "code");
	json_t *name = json_object_get(row, "name");
	const char *type = json_string_value(json_object_get(row, "type"));
	struct user_event *e;

	if (!json_is_object(row))
		return user_list_bad(of, "events", i, err,
				     "events, row %zu: no object; an event "
				     "is one, with code and name",
				     i + 1);
	if (!name || json_is_null(name)) {
		l->unnamed++;
		return true;
	}
	e = user_list_next(l, err);
	if (!e || !put_texts(e, name, json_object_get(row, "description"), err))
		return false;
	if (!e->named)
		return user_list_bad(of, "events", i, err,
				     "events, row %zu: `name` is no name; "
				     "letters, digits and _ are wanted",
				     i + 1);
	if (!json_is_integer(code) || !put_code(e, json_integer_value(code)))
		return user_list_bad(of, "events", i, err,
				     "events, row %zu, %s: `code` is no "
				     "number from 0 to 65534",
				     i + 1, e->name);
	e->duration = type && strcmp(type, "CYCLE") == 0;
	e->counted =
		type && (strcmp(type, "INS") == 0 || strcmp(type, "EXC") == 0);
	return true;
}

static bool arm_head(struct user_list *l, const struct user_text *of,
		     json_t *root, struct error *err)
{
	const char *pmu =
		json_string_value(json_object_get(root, "pmu_architecture"));
	const char *cpu = json_string_value(json_object_get(root, "cpu"));
	const char *id = json_string_value(json_object_get(root, "cpuid"));
	json_t *counters = json_object_get(root, "counters");

	if (!pmu || strncmp(pmu, "pmuv", 4) != 0 ||
	    (pmu[4] != '2' && pmu[4] != '3'))
		return user_list_bad(of, "pmu_architecture", USER_MEMBER, err,
				     "`pmu_architecture` is not pmuv2 or "
				     "pmuv3, which alone Tally can program");
	l->v2 = pmu[4] == '2';
	if (counters &&
	    (!json_is_integer(counters) || json_integer_value(counters) < 1 ||
	     json_integer_value(counters) > USER_COUNTERS_MAX))
		return user_list_bad(of, "counters", USER_MEMBER, err,
				     "`counters` is no number from 1 to %d",
				     (int)USER_COUNTERS_MAX);
	l->counters = (unsigned)json_integer_value(counters);
	/* As the rows have it: Arm's own implementer is left out. */
	l->part = id ? (unsigned)strtoul(id, NULL, 16) & 0xFFFFF : 0;
	l->id_line = user_line_of(of->text, "cpuid", USER_MEMBER);
	if (l->part >> 12 == 0x41)
		l->part &= 0xFFF;
	for (size_t i = 0; cpu && cpu[i] && i + 1 < sizeof l->name; i++) {
		const char c = cpu[i];

		l->name[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a'
				    : (c >= 'a' && c <= 'z') ||
						    (c >= '0' && c <= '9')
					    ? c
					    : '-');
		l->name[i + 1] = '\0';
	}
	return true;
}

bool user_list_of_arm(struct user_list *l, const struct user_text *of,
		      json_t *root, struct error *err)
{
	json_t *events = json_object_get(root, "events"), *row;
	size_t i;

	if (!arm_head(l, of, root, err))
		return false;
	if (!json_is_array(events))
		return user_list_bad(of, "events", USER_MEMBER, err,
				     "`events` is no list; it has an object "
				     "for each event");
	json_array_foreach(events, i, row) if (!arm_event(l, of, row, i,
							  err)) return false;
	return true;
}

/* ---- that of Linux ------------------------------------------------------- */

static bool linux_code(struct user_event *e, json_t *value)
{
	const char *text = json_string_value(value);
	char *end;
	unsigned long code;

	if (!text || text[0] < '0' || text[0] > '9')
		return false;
	code = strtoul(text, &end, 0);
	return !*end && code <= LAST_CODE && put_code(e, (json_int_t)code);
}

static bool linux_event(struct user_list *l, const struct user_text *of,
			json_t *row, size_t i, struct error *err)
{
	json_t *name = json_object_get(row, "EventName");
	json_t *known = json_object_get(row, "ArchStdEvent");
	json_t *code = json_object_get(row, "EventCode");
	struct user_event *e;

	if (!json_is_object(row))
		return user_list_bad(of, NULL, i, err,
				     "row %zu: no object; an event is one, "
				     "with EventName and EventCode",
				     i + 1);
	if (!name && !known) {
		if (json_object_get(row, "MetricName")) {
			l->metrics++;
			return true;
		}
		return user_list_bad(of, NULL, i, err,
				     "row %zu: neither EventName nor "
				     "ArchStdEvent says what it is called",
				     i + 1);
	}
	e = user_list_next(l, err);
	if (!e || !put_texts(e, name ? name : known,
			     json_object_get(row, "BriefDescription"), err))
		return false;
	if (!e->named)
		return user_list_bad(of, NULL, i, err,
				     "row %zu: `%s` is no name; letters, "
				     "digits and _ are wanted",
				     i + 1,
				     name ? "EventName" : "ArchStdEvent");
	if ((name || code) && !linux_code(e, code))
		return user_list_bad(of, NULL, i, err,
				     "row %zu, %s: `EventCode` is no text "
				     "with a number up to 65534, \"0x11\"",
				     i + 1, e->name);
	return true;
}

bool user_list_of_linux(struct user_list *l, const struct user_text *of,
			json_t *root, struct error *err)
{
	json_t *row;
	size_t i;

	json_array_foreach(root, i, row) if (!linux_event(l, of, row, i,
							  err)) return false;
	return true;
}
