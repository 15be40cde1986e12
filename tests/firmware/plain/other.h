/* SPDX-License-Identifier: MIT */
#ifndef PLAIN_OTHER_H
#define PLAIN_OTHER_H

int other(int number);

#endif
