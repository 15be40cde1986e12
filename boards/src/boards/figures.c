/* SPDX-License-Identifier: MIT */
/* Cycles of each board's model beside those of chips: figures.def. */
#include <string.h>

#include "boards/src/boards/boards.h"

#define LOAD     "load by the loaded address"
#define MULTIPLY "product of the last product"
#define DIVIDE   "quotient by the last one"
#define ADD      "addition to the last sum"
#define ADDS     "addition to one of four"
#define NEAR     "random load of 64 KiB"
#define FAR      "random load of 8 MiB"
#define READ     "64 bytes read in order"
#define WRITE    "64 bytes written in order"

/* A row says what its figure is, and whether the model was made from it. */
enum figure_use { FIGURE_USE_HELD, FIGURE_USE_FITTED };

#define FIGURE_ALONE(board, what, model)
#define FIGURE(board, what, model, of, use, least, most, source)               \
	_Static_assert(0 < (least) && (least) <= (most) &&                     \
			       sizeof(source) > sizeof(""),                    \
		       "a figure is known, and by whom");
#include "boards/src/boards/figures.def"
#undef FIGURE_ALONE
#undef FIGURE

#define FIGURE_ALONE(board, what, model)                                       \
	{ #board, { what, model, FIGURE_OF_NOBODY, false, 0, 0, NULL } },
#define FIGURE(board, what, model, of, use, least, most, source)               \
	{ #board,                                                              \
	  { what, model, FIGURE_OF_##of, FIGURE_USE_##use, least, most,        \
	    source } },

static const struct {
	const char *board; /* '-' is '_' in it */
	struct board_figure figure;
} figures[] = {
#include "boards/src/boards/figures.def"
};

static bool is_of(const struct board_info *info, const char *board)
{
	const char *name = info->name;

	while (*name && (*board == *name || (*name == '-' && *board == '_'))) {
		name++;
		board++;
	}
	return !*name && !*board;
}

const struct board_figure *board_figure(const struct board_info *info,
					unsigned index)
{
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		if (is_of(info, figures[i].board) && !index--)
			return &figures[i].figure;
	return NULL;
}
