/* SPDX-License-Identifier: MIT */
/*
 * Macros of other people's headers, which cppcheck does not read: what they
 * come to, for its eyes only.
 */
#define json_array_foreach(array, index, value)                                \
	for (index = 0; (value = json_array_get(array, index)); index++)
#define json_object_foreach(object, key, value)                                \
	while (json_next(object, &key, &value))
