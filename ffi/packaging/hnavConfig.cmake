# hnav::hnav is the shared library, hnav::hnav_static the static one.
get_filename_component(hnav_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET hnav::hnav)
  add_library(hnav::hnav SHARED IMPORTED)
  set_target_properties(hnav::hnav PROPERTIES
    IMPORTED_LOCATION "${hnav_prefix}/lib/@SHARED@"
    IMPORTED_SONAME "@SHARED@"
    INTERFACE_INCLUDE_DIRECTORIES "${hnav_prefix}/include")
endif()

if(NOT TARGET hnav::hnav_static)
  include(CMakeFindDependencyMacro)
  find_dependency(Threads)
  add_library(hnav::hnav_static STATIC IMPORTED)
  set_target_properties(hnav::hnav_static PROPERTIES
    IMPORTED_LOCATION "${hnav_prefix}/lib/libhnav.a"
    INTERFACE_INCLUDE_DIRECTORIES "${hnav_prefix}/include")
  set_property(TARGET hnav::hnav_static PROPERTY
    INTERFACE_LINK_LIBRARIES Threads::Threads ${CMAKE_DL_LIBS})
  if(UNIX AND NOT APPLE)
    set_property(TARGET hnav::hnav_static APPEND PROPERTY INTERFACE_LINK_LIBRARIES gcc_s m)
  endif()
endif()

unset(hnav_prefix)
