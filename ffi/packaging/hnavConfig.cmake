# hnav::hnav is the shared library, hnav::hnav_static the static one.
get_filename_component(hnav_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET hnav::hnav)
  add_library(hnav::hnav SHARED IMPORTED)
  set_target_properties(hnav::hnav PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${hnav_prefix}/include")
  if(WIN32)
    set_target_properties(hnav::hnav PROPERTIES
      IMPORTED_LOCATION "${hnav_prefix}/bin/@SHARED@"
      IMPORTED_IMPLIB "${hnav_prefix}/lib/@IMPORT@")
  else()
    set_target_properties(hnav::hnav PROPERTIES
      IMPORTED_LOCATION "${hnav_prefix}/lib/@SHARED@"
      IMPORTED_SONAME "@SHARED@")
  endif()
endif()

if(NOT TARGET hnav::hnav_static)
  add_library(hnav::hnav_static STATIC IMPORTED)
  set_target_properties(hnav::hnav_static PROPERTIES
    IMPORTED_LOCATION "${hnav_prefix}/lib/@STATIC@"
    INTERFACE_INCLUDE_DIRECTORIES "${hnav_prefix}/include"
    INTERFACE_LINK_LIBRARIES "@SYSTEM@")
endif()

unset(hnav_prefix)
