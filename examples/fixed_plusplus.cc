/* SPDX-License-Identifier: MIT */
/*
 * The folded form from C++17: a window that closes itself, on an XScale.
 *
 *	tally board lubbock --run --cc -I../include -fno-exceptions \
 *		fixed_plusplus.cc
 *	tally board lubbock fixed_plusplus.elf
 */
#include <stdio.h>

#include <tally/fixed.h>

static const tally_slot slot[] = {
	TALLY_SLOT(TALLY_XSCALE_CCNT, TALLY_EVENT_CYCLES),
	TALLY_SLOT(TALLY_XSCALE_PMN0, TALLY_XSCALE_INSTRUCTION),
};
TALLY_FIXED(m, pxa250, slot);

class Window
{
      public:
	Window()
	{
		m_start();
	}
	~Window()
	{
		m_stop();
	}
	Window(const Window &) = delete;
	Window &operator=(const Window &) = delete;
};

int main()
{
	if (m_open(false))
		return 1;
	{
		Window window;

		for (int i = 0; i < 1000; i++)
			__asm__ volatile("");
	}
	printf("%8llu cycles\n%8llu instructions\n",
	       static_cast<unsigned long long>(m_count(0)),
	       static_cast<unsigned long long>(m_count(1)));
	return m_close();
}
