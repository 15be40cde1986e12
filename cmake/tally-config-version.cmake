# SPDX-License-Identifier: MIT
# Does this Tally do for find_package(tally VERSION)?  Its version is the one that
# its header says.  A later one does, up to the next major version; before 1.0 up
# to the next minor version.
foreach(tally_up ".." "../../.." "../../../..")
	set(tally_header
		"${CMAKE_CURRENT_LIST_DIR}/${tally_up}/include/tally/version.h")
	if(EXISTS "${tally_header}")
		break()
	endif()
endforeach()
file(READ "${tally_header}" tally_text)
foreach(tally_part MAJOR MINOR PATCH)
	string(REGEX MATCH "TALLY_VERSION_${tally_part} ([0-9]+)" tally_found
		"${tally_text}")
	set(tally_${tally_part} "${CMAKE_MATCH_1}")
endforeach()
set(PACKAGE_VERSION "${tally_MAJOR}.${tally_MINOR}.${tally_PATCH}")

set(tally_next "${tally_MAJOR}")
set(tally_asked "${PACKAGE_FIND_VERSION_MAJOR}")
if(tally_MAJOR EQUAL 0)
	set(tally_next "0.${tally_MINOR}")
	set(tally_asked
		"${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}")
endif()
if(tally_asked VERSION_EQUAL tally_next AND
		NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
	set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
	set(PACKAGE_VERSION_EXACT TRUE)
endif()
