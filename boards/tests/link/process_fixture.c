/* SPDX-License-Identifier: MIT */
/* See process_fixture.h. */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "process_fixture.h"

struct error err;
struct board *board;
struct target_stop stop;
struct board_options options;
const struct program program = { .path = "/nowhere/prog.elf" };
char heard[64];
uint32_t heard_count, heard_wrong;
static int files_before;

static void hear(void *ctx, const void *bytes, size_t count, double patience)
{
	const uint8_t *b = bytes;

	assert_true(patience >= 0);
	assert_ptr_equal(ctx, heard);
	for (size_t i = 0; i < count; i++) {
		uint32_t n = heard_count++;

		if (n < sizeof heard - 1)
			heard[n] = (char)b[i];
		heard_wrong += b[i] != (uint8_t)(n ^ n >> 8 ^ n >> 16);
	}
}

int set_up(void **state)
{
	(void)state;
	client_obedience_s = OBEDIENCE_S;
	files_before = count_files();
	memset(heard, 0, sizeof heard);
	heard_count = heard_wrong = 0;
	memset(&options, 0, sizeof options);
	err.text[0] = '\0';
	board = NULL;
	return 0;
}

/* Nothing may stay behind. */
int tear_down(void **state)
{
	(void)state;
	board_close(board);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	assert_int_equal(count_files(), files_before);
	return 0;
}

/* Into `board`; false and `err` otherwise. */
bool try_to_open(const struct program *p, const char *act)
{
	struct child_task task = {
		.spec = &pretended_board,
		.machine = &pretended_machine,
		.program = p,
	};

	options.command_line = act;
	task.options = options;
	board = client_open(&task, &err);
	return board != NULL;
}

void open_board(const char *act)
{
	err.text[0] = '\0';
	try_to_open(&program, act);
	assert_string_equal(err.text, "");
	assert_non_null(board);
	board_on_console(board, hear, heard);
}

void run(const char *act)
{
	open_board(act);
	assert_true(board_go(board, &err));
	while (!board_wait(board, true, &stop))
		;
}
