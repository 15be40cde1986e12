/* SPDX-License-Identifier: MIT */
/* Which form a script has. */
#include "script/inner.h"

/* C that keeps counts, or that reads as a document does, is another than the
 * writes as C. */
static bool c_of_its_kind(FILE *to, const struct scripts *s, struct error *err)
{
	if (!s->script->wishes->exact && !scripts_reach(s, SPACE_C, err))
		return false;
	if (s->script->published)
		return script_c_published(to, s, err);
	return s->script->wishes->exact ? script_c_exact(to, s, err)
					: script_c(to, s, err);
}

static bool one_script(FILE *to, const struct request *q, unsigned member,
		       const struct script_wishes *w, struct error *err)
{
	static bool (*const form[])(FILE * to, const struct scripts *s,
				    struct error *err) = {
		[SCRIPT_TEXT] = script_text,
		[SCRIPT_C] = c_of_its_kind,
		[SCRIPT_GDB] = script_gdb,
		[SCRIPT_JSON] = script_json,
		[SCRIPT_OPENOCD] = script_openocd,
		[SCRIPT_PRACTICE] = script_practice,
	};
	struct scripts s;
	bool good = scripts_make(&s, q, member, w, err) &&
		    form[w->form](to, &s, err);

	scripts_free(&s);
	return good;
}

bool script_print(FILE *to, const struct request *q,
		  const struct script_wishes *w, struct error *err)
{
	if (q->members > 1 && !w->only)
		return script_several(to, q, w, err);
	return one_script(to, q, q->members > 1 ? (unsigned)w->only - 1 : 0, w,
			  err);
}
