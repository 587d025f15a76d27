//! Orders are given, changed and taken back; units follow their goals, pass way points, and lose and find their ways.

// From the ground up: a module uses only modules above it in this list.
mod check;
mod share;
mod form;
mod pack;
mod send;
mod each;
mod give;
mod gather;
mod change;
mod pass;
mod carry;
mod follow;
mod lose;
mod refit;
mod pace;
