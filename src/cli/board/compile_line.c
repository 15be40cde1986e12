/* SPDX-License-Identifier: MIT */
/*
 * The compile line of a board.  It names start-up code and libraries of Tally's
 * own.  An installed command finds them in share/tally, one in a build folder
 * in boards/firmware/lib, which is laid out in the same way.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "cli/board/compile_line.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/cli.h"

/* Words of a command in one text. */
struct words {
	char **at;
	size_t count;
};

static bool add(struct words *w, const char *text, size_t length)
{
	char **more = realloc(w->at, (w->count + 2) * sizeof *more);

	if (!more)
		return false;
	w->at = more;
	w->at[w->count] = strndup(text, length);
	w->at[w->count + 1] = NULL;
	return w->at[w->count++] != NULL;
}

static void discard(struct words *w)
{
	for (size_t i = 0; i < w->count; i++)
		free(w->at[i]);
	free(w->at);
}

static const char *const beside[] = { "../share/tally",
				      "../../boards/firmware/lib" };

/* The folder of the command itself, with a slash at its end; false: nobody
 * says where it is. */
static bool own_folder(char self[PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", self, PATH_MAX - 1);
	char *slash;

	if (n <= 0)
		return false;
	self[n] = '\0';
	slash = strrchr(self, '/');
	if (!slash)
		return false;
	slash[1] = '\0';
	return true;
}

/* The path of a board's file; the caller frees it.  NULL: there is none. */
static char *find_file(const char *name)
{
	char self[PATH_MAX], path[2 * PATH_MAX];
	char *found = NULL;

	if (!own_folder(self))
		return NULL;
	for (size_t i = 0; !found && i < sizeof beside / sizeof *beside; i++) {
		snprintf(path, sizeof path, "%s%s/%s", self, beside[i], name);
		found = realpath(path, NULL);
	}
	return found;
}

/* One of the board's words; `missing` is set to a file that is not there. */
static bool add_word(const struct board_info *board, const char *text,
		     size_t length, struct words *w, char *missing, size_t room)
{
	const char *mark = memmem(text, length, "%s/", 3);
	char word[2 * PATH_MAX], name[64];
	const char *last;
	char *file;

	if (!mark)
		return add(w, text, length);
	snprintf(name, sizeof name, "%.*s", (int)(text + length - mark - 3),
		 mark + 3);
	file = find_file(name);
	last = strrchr(name, '/');
	if (!file && !board->cc_alone) {
		snprintf(missing, room, "%s", name);
		return false;
	}
	snprintf(word, sizeof word, "%.*s%s", (int)(mark - text), text,
		 file   ? file
		 : last ? last + 1
			: name);
	free(file);
	return add(w, word, strlen(word));
}

/* The board's own words, with the paths of its files. */
static bool begin(const struct board_info *board, struct words *w,
		  char *missing, size_t room)
{
	missing[0] = '\0';
	for (const char *at = board_cc(board); *at;) {
		size_t length = strcspn(at, " ");

		if (!add_word(board, at, length, w, missing, room))
			return false;
		at += length;
		at += strspn(at, " ");
	}
	return true;
}

static bool ends_in(const char *word, const char *end)
{
	size_t n = strlen(word), m = strlen(end);

	return n > m && strcmp(word + n - m, end) == 0;
}

/* Does a word that is no option end in one of these? */
static bool is_file(const char *word, const char *const *ends)
{
	for (; word[0] != '-' && *ends; ends++)
		if (ends_in(word, *ends))
			return true;
	return false;
}

static bool is_cxx(const char *word)
{
	static const char *const ends[] = { ".cc", ".cpp", ".cxx",
					    ".C",  ".ii",  NULL };

	return is_file(word, ends);
}

static bool is_source(const char *word)
{
	static const char *const ends[] = {
		".c", ".S", ".s", ".i", ".o", NULL
	};

	return is_cxx(word) || is_file(word, ends);
}

/* Starts a program whose output comes from `from`, and whose complaints nobody
 * sees.  0: it cannot be started. */
static pid_t start(char *const *word, int *from)
{
	posix_spawn_file_actions_t files;
	int end[2], trouble;
	pid_t program;

	if (pipe2(end, O_CLOEXEC))
		return 0;
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, end[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null",
					 O_WRONLY, 0);
	trouble = posix_spawnp(&program, word[0], &files, NULL, word, environ);
	posix_spawn_file_actions_destroy(&files);
	close(end[1]);
	*from = end[0];
	if (trouble)
		close(end[0]);
	return trouble ? 0 : program;
}

/* GCC gives the whole path of a part that it has, else the name alone. */
static bool lacks_cxx(char *cc)
{
	static char ask[] = "-print-prog-name=cc1plus";
	static const char lacking[] = "cc1plus\n";
	char *const word[] = { cc, ask, NULL };
	char part[sizeof lacking] = "";
	size_t got = 0;
	ssize_t n = 1;
	int from;
	const pid_t program = start(word, &from);

	if (!program)
		return false;
	while (n > 0 && got < sizeof part) {
		n = read(from, part + got, sizeof part - got);
		got += n > 0 ? (size_t)n : 0;
	}
	close(from);
	while (waitpid(program, NULL, 0) < 0 && errno == EINTR)
		;
	return got == strlen(lacking) && memcmp(part, lacking, got) == 0;
}

/* GCC's own message would name a file, and no cure. */
static void hint_cxx(char *cc, char *const *word, int words)
{
	static const char end[] = "-gcc";
	bool cxx = false;

	for (int i = 0; i < words; i++)
		cxx |= is_cxx(word[i]);
	if (cxx && ends_in(cc, "-linux-gnu-gcc") && lacks_cxx(cc))
		fprintf(stderr,
			"tally board: %s is here without its part for C++, "
			"cc1plus; on Debian the package g++-%.*s has it\n",
			cc, (int)(strlen(cc) - strlen(end)), cc);
}

/* Do the user's words name the output, or say that nothing is linked? */
static bool says_output(char *const *word, int words)
{
	static const char *const made[] = { "-c", "-S", "-E", "-M", "-MM" };

	for (int i = 0; i < words; i++) {
		if (strncmp(word[i], "-o", 2) == 0)
			return true;
		for (size_t k = 0; k < sizeof made / sizeof *made; k++)
			if (strcmp(word[i], made[k]) == 0)
				return true;
	}
	return false;
}

/* Adds `-o` and the first source's name with the extension .elf. */
static bool add_output(struct words *w, char *const *word, int words)
{
	char name[PATH_MAX];

	for (int i = 0; i < words; i++) {
		if (!is_source(word[i]))
			continue;
		snprintf(name, sizeof name, "%.*s.elf",
			 (int)(strrchr(word[i], '.') - word[i]), word[i]);
		return add(w, "-o", 2) && add(w, name, strlen(name));
	}
	return true;
}

/* Does the word hold bytes that a terminal would obey? */
static bool is_strange(const char *name)
{
	char *clean = text_cleaned(name);
	bool strange = !clean || strcmp(clean, name) != 0;

	free(clean);
	return strange;
}

/* Quotes a word as $'...', with a number for what is not printable ASCII. */
static void put_escaped(const char *name)
{
	fputs("$'", stdout);
	for (; *name; name++)
		if (*name == '\'' || *name == '\\')
			printf("\\%c", *name);
		else if (*name < ' ' || *name > '~')
			printf("\\%03o", (unsigned)(uint8_t)*name);
		else
			putchar(*name);
	putchar('\'');
}

/* Quotes a word for a shell. */
static void put_word(const char *name)
{
	static const char safe[] = "abcdefghijklmnopqrstuvwxyz0123456789"
				   "ABCDEFGHIJKLMNOPQRSTUVWXYZ_./+,:@%-=";

	if (*name && !name[strspn(name, safe)]) {
		fputs(name, stdout);
		return;
	}
	if (is_strange(name)) {
		put_escaped(name);
		return;
	}
	putchar('\'');
	for (; *name; name++)
		if (*name == '\'')
			fputs("'\\''", stdout);
		else
			putchar(*name);
	putchar('\'');
}

static int finish(const struct words *w, bool run)
{
	if (run) {
		execvp(w->at[0], w->at);
		return cli_error(CLI_FAILED, "board",
				 "%s: %s; tools/setup.sh installs it, and "
				 "doc/dependencies.md names its package",
				 w->at[0], strerror(errno));
	}
	for (size_t i = 0; i < w->count; i++) {
		if (i)
			putchar(' ');
		put_word(w->at[i]);
	}
	putchar('\n');
	return CLI_GOOD;
}

/* A copy of the command alone has none of the files that it was built with. */
static int say_missing(const struct board_info *board, const char *missing)
{
	char self[PATH_MAX];

	if (!missing[0])
		return cli_error(CLI_FAILED, "board", "--cc: out of memory");
	if (!own_folder(self))
		snprintf(self, sizeof self, "the command's folder");
	return cli_error(CLI_FAILED, "board",
			 "--cc: no %s in %s or %s, seen from %s: libraries for "
			 "%s stay where tally was installed or built, so call "
			 "that one and not a copy; if it has none either, they "
			 "were not built, and doc/building.md says what they "
			 "need",
			 missing, beside[0], beside[1], self, board->name);
}

int compile_line(const struct board_info *board, char *const *word, int words,
		 bool run)
{
	static char *const some[] = { "prog.c" };
	struct words w = { 0 };
	char missing[64];
	int status;

	if (words == 0 && run)
		return cli_error(CLI_USAGE, "board",
				 "--run: say behind --cc what to compile");
	if (words == 0) {
		word = some;
		words = 1;
	}
	if (!begin(board, &w, missing, sizeof missing)) {
		discard(&w);
		return say_missing(board, missing);
	}
	for (int i = 0; i < words; i++)
		if (!add(&w, word[i], strlen(word[i])))
			words = 0;
	if (board->soft_float)
		fprintf(stderr, "tally board: %s: %s\n", board->name,
			COMPILE_LINE_SOFT_FLOAT);
	if (words)
		hint_cxx(w.at[0], word, words);
	if (words && (says_output(word, words) || add_output(&w, word, words)))
		status = finish(&w, run);
	else
		status = cli_no_memory("board");
	discard(&w);
	return status;
}

json_t *compile_line_command(const struct board_info *board)
{
	struct words w = { 0 };
	char missing[64];
	json_t *text = NULL;

	if (begin(board, &w, missing, sizeof missing)) {
		json_t *all = json_string("");

		for (size_t i = 0; all && i < w.count; i++) {
			json_t *next =
				json_sprintf("%s%s%s", json_string_value(all),
					     i ? " " : "", w.at[i]);

			json_decref(all);
			all = next;
		}
		text = all;
	}
	discard(&w);
	return text ? text : json_null();
}
