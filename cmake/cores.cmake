# SPDX-License-Identifier: MIT
# tally_cores: a source for each core of a family's list, which is the family's
# one_FAMILY.c with the core's word.  For who compiles the library of
# ${tally_root}.
set(tally_cores)
file(GLOB tally_lists CONFIGURE_DEPENDS
	"${tally_root}/include/tally/monitors/*/cores.def")
foreach(list IN LISTS tally_lists)
	get_filename_component(family "${list}" DIRECTORY)
	get_filename_component(family "${family}" NAME)
	set(FILE "${tally_root}/src/monitors/${family}/one_${family}.c")
	file(STRINGS "${list}" rows REGEX "^LISTED\\(")
	foreach(row IN LISTS rows)
		string(REGEX REPLACE "^LISTED\\(([a-z0-9_]+).*" "\\1" CORE "${row}")
		configure_file("${tally_root}/src/monitors/core.c.in"
			"${CMAKE_CURRENT_BINARY_DIR}/tally_cores/${CORE}.c" @ONLY)
		list(APPEND tally_cores
			"${CMAKE_CURRENT_BINARY_DIR}/tally_cores/${CORE}.c")
	endforeach()
	set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
endforeach()
