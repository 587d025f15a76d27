/* The header needs no other one before it, and handles fit into a uint64_t. */
#include <hnav/hnav.h>

#define EIGHT_BYTES(type) typedef char type##_has_eight_bytes[sizeof(type) == 8 ? 1 : -1]

EIGHT_BYTES(hnavWorldId);
EIGHT_BYTES(hnavObstacleId);
EIGHT_BYTES(hnavUnitId);
EIGHT_BYTES(hnavOrderId);
EIGHT_BYTES(hnavVec2);
