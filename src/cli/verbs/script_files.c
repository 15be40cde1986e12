/* SPDX-License-Identifier: MIT */
#include "cli/verbs/script_files.h"

#include <limits.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "cli/writing.h"

/* The header's path.  False: the name does not end in .c, or is too long. */
static bool header_of(const char *path, char header[PATH_MAX])
{
	const size_t size = strlen(path);

	if (size < 3 || size >= PATH_MAX || strcmp(path + size - 2, ".c") != 0)
		return false;
	memcpy(header, path, size + 1);
	header[size - 1] = 'h';
	return true;
}

int script_files_check(const char *path)
{
	char header[PATH_MAX];
	int status;

	if (!header_of(path, header))
		return cli_error(CLI_USAGE, "script",
				 "-o %s: the name of a C file ends in .c; its "
				 "header is written beside it",
				 path);
	status = writing_check("script", "-o", path, WRITTEN_C, NULL, 0);
	if (status == CLI_GOOD)
		status = writing_check("script", "-o", header, WRITTEN_C, NULL,
				       0);
	return status;
}

static bool draft(struct output *to, const char *path, const struct request *q,
		  const struct script_wishes *w, struct error *err)
{
	return output_begin(to, path, err) &&
	       script_print(to->stream, q, w, err) && output_finish(to, err);
}

/* Neither replaces a file before both are whole. */
int script_files_write(const char *path, const struct request *q,
		       const struct script_wishes *w)
{
	struct output source = { 0 }, header = { 0 };
	struct script_wishes part = *w;
	char beside[PATH_MAX];
	struct error err = { "" };
	const char *name;
	bool good;

	if (!header_of(path, beside))
		return CLI_USAGE;
	name = strrchr(beside, '/');
	part.header = name ? name + 1 : beside;
	part.part = SCRIPT_SOURCE;
	good = draft(&source, path, q, &part, &err);
	part.part = SCRIPT_HEADER;
	good = good && draft(&header, beside, q, &part, &err) &&
	       output_place(&header, &err) && output_place(&source, &err);
	if (good)
		return CLI_GOOD;
	output_give_up(&source);
	output_give_up(&header);
	return cli_error_set(CLI_FAILED, "script", &err);
}
