// What this target knows of an image, for its own files. See CLoadedImages.h.
#ifndef MANTLET_IMAGE_LIST_H
#define MANTLET_IMAGE_LIST_H

#include "CLoadedImages.h"

#include <elf.h>
#include <link.h>
#include <stddef.h>

#define MOST_IMAGES 1024

/// An import slot and what it held when it was last found right.
struct slot {
  const uintptr_t *place;
  uintptr_t right;
  /// Of its relocation in the table of functions or in that of addresses.
  uint32_t number;
  uint8_t is_function, is_known;
};

/// An image and those of its tables that name its symbols.
struct image {
  uintptr_t base, start, end;
  /// As the loader gave it: the same three, the same image.
  const char *given_path;
  const ElfW(Phdr) *parts;
  const char *path, *name;
  const ElfW(Sym) *symbols;
  const char *strings;
  const uint32_t *gnu_hash, *hash;
  const ElfW(Half) *versions;
  const ElfW(Verdef) *defined;
  const ElfW(Verneed) *required;
  const ElfW(Rela) *functions, *addresses;
  size_t function_count, address_count;
  const ElfW(Dyn) *dynamic;
  int is_symbolic, is_needed;
  /// The kernel's own image: listed, but no one's import is looked for there.
  int is_kernel;
  struct slot *slots;
  size_t slot_count;
  int has_slots;
};

struct list {
  struct image *images;
  size_t count;
  /// The loader's own counters of what it opened and closed.
  unsigned long long opened, closed;
};

struct mantlet_image_memory {
  struct list list;
  uint64_t generation;
};

/// Looks now; 0, or a negative errno.
int mantlet_read_images(struct mantlet_image_memory *memory);

/// The image that others ask for by `name`, or null.
struct image *mantlet_image_named(struct list *list, const char *name);

#endif
