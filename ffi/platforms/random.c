/* bcryptprimitives.dll for tests under Wine 8, which has none: Rust's standard library takes its random numbers from there.
 * Windows has it; this is never shipped. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return SystemFunction036(bytes, (ULONG)count); }
