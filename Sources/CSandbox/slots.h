/// Slots of one size out of a reservation that all worlds of the process share.
#ifndef CSB_SLOTS_H
#define CSB_SLOTS_H

#include <stddef.h>
#include <stdint.h>

/// A slot of CSB_SLOT_BYTES; its content is unspecified. NULL: the system is out of memory.
/// Any thread.
uint8_t *csb_slot_take(void);

/// Gives a slot back; `touched` is how much of it was written. Any thread.
void csb_slot_give(uint8_t *slot, size_t touched);

/// Returns the slot's memory beyond `kept` bytes to the system; the addresses stay reserved.
void csb_slot_trim(uint8_t *slot, size_t kept);

#endif
