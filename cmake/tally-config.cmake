# SPDX-License-Identifier: MIT
# The freestanding library in anybody's CMake, by two lines:
#
#	find_package(tally 0.1 REQUIRED)
#	target_link_libraries(program tally::tally)
#
# In Tally's own tree (-Dtally_DIR=path/to/tally/cmake) the library is compiled
# by the compiler that is there; where Tally is installed it is the one that was
# installed.
if(TARGET tally::tally)
	return()
endif()

get_filename_component(tally_root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
if(EXISTS "${tally_root}/src/core/session.c")
	file(GLOB tally_sources CONFIGURE_DEPENDS "${tally_root}/src/core/*.c"
		"${tally_root}/src/monitors/*.c" "${tally_root}/src/monitors/*/*.c"
		"${tally_root}/src/bus/native/*.c")
	include("${tally_root}/cmake/cores.cmake")
	add_library(tally STATIC ${tally_sources} ${tally_cores})
	target_include_directories(tally PUBLIC "${tally_root}/include")
	target_compile_options(tally PRIVATE -ffreestanding
		-ffunction-sections -fdata-sections)
	# Handlers call it: it leaves vector and floating point registers alone.
	if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)")
		target_compile_options(tally PRIVATE -mgeneral-regs-only)
	elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(powerpc|ppc)")
		target_compile_options(tally PRIVATE -msoft-float)
	endif()
	add_library(tally::tally ALIAS tally)
else()
	# What was installed with this file, and nothing else: neither another
	# Tally on the way nor below CMAKE_FIND_ROOT_PATH.
	find_library(tally_LIBRARY tally REQUIRED NO_DEFAULT_PATH
		NO_CMAKE_FIND_ROOT_PATH PATHS "${CMAKE_CURRENT_LIST_DIR}/../..")
	find_path(tally_INCLUDE tally/session.h REQUIRED NO_DEFAULT_PATH
		NO_CMAKE_FIND_ROOT_PATH
		PATHS "${CMAKE_CURRENT_LIST_DIR}/../../../include"
		"${CMAKE_CURRENT_LIST_DIR}/../../../../include")
	add_library(tally::tally STATIC IMPORTED)
	set_target_properties(tally::tally PROPERTIES
		IMPORTED_LOCATION "${tally_LIBRARY}"
		INTERFACE_INCLUDE_DIRECTORIES "${tally_INCLUDE}")
endif()
