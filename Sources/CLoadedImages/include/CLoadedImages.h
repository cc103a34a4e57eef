// What the loader knows about this process: its images, and where their imported functions ought to lead.
//
// Reads the images' own tables in memory and resolves every import anew by the loader's rules (search order, symbol
// versions, IFUNC), without asking dlsym. Protects against: overwritten import slots, also with the address of another
// genuine function. Does not protect against: a patch of the functions themselves (compare the code for that), changed
// symbol tables, or function pointers that live elsewhere than in the import table.
// Source: elf(5), dl_iterate_phdr(3), System V ABI gABI chapter 5, "ELF Symbol Versioning" (Drepper).
#ifndef MANTLET_LOADED_IMAGES_H
#define MANTLET_LOADED_IMAGES_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// One image in the loader's order; the program is the first.
struct mantlet_image {
  /// First and one past the last byte of all its segments.
  uintptr_t start;
  uintptr_t end;
  /// The loader's copy; empty for the program. Valid while the image is loaded.
  const char *path;
  /// 1 when the program asks for it, directly or through what it asks for (DT_NEEDED); 0 for what was added.
  int is_needed;
};

/// The images of this process with their tables read, kept from one look to the next. Each look asks the loader for its
/// list again; the tables are read anew only when that list has changed. One look at a time: the caller locks.
struct mantlet_image_memory;

/// Null when there is no memory.
struct mantlet_image_memory *mantlet_image_memory_create(void);
void mantlet_image_memory_destroy(struct mantlet_image_memory *memory);

/// Looks now. Returns how many images there are, or a negative errno. `generation` becomes another number whenever the
/// list is not the one of the look before.
long mantlet_loaded_images(struct mantlet_image_memory *memory, uint64_t *generation);

/// Image number `index` of the last look.
struct mantlet_image mantlet_image_at(const struct mantlet_image_memory *memory, size_t index);

/// An import slot that does not hold what the loader's rules give.
struct mantlet_import {
  const char *image;
  /// Empty for a slot that is filled by a resolver (IRELATIVE).
  const char *symbol;
  uintptr_t value;
  uintptr_t expected;
};

/// Compares all import slots of the program, of the image of `own_code`, and of libc; where `is_full` is not 0 also those
/// of each other library that the program needs: one in eight, by the number `turn`, and all that earlier looks of this
/// memory have resolved.
///
/// A slot that holds what it held when it was last found right, under the same list of images, is taken for right; that
/// memory can be written by whoever writes the slot. So a full look resolves all slots of the program, of the image of
/// `own_code` and of libc anew, and one in 64 of the others: what changes a slot of another library and this memory as
/// well is seen after up to 64 full looks.
/// Fills at most `capacity` differences; returns how many there are or a negative errno (-ENOSYS on a processor whose
/// tables are not read here, -ENOEXEC when no image has an import table). `checked` becomes the number of slots that
/// were compared.
long mantlet_changed_imports(
    struct mantlet_image_memory *memory, int is_full, unsigned turn, uintptr_t own_code,
    struct mantlet_import *found, size_t capacity, size_t *checked);

#endif
#endif
