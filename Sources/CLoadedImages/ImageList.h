// What this target knows of an image, for its own files. See CLoadedImages.h.
#ifndef MANTLET_IMAGE_LIST_H
#define MANTLET_IMAGE_LIST_H

#include "CLoadedImages.h"

#include <elf.h>
#include <link.h>
#include <stddef.h>

#define MOST_IMAGES 1024
/// Parts of code of one image that are told; linkers make one.
#define MOST_CODE 4

/// An import slot and what it held when it was last found right.
struct slot {
  const uintptr_t *place;
  uintptr_t right;
  /// Of its relocation in the table of functions or in that of addresses.
  uint32_t number;
  uint8_t is_function, is_known;
};

#define ASKED_BY_PROGRAM 1u
#define ASKED_BY_OWN 2u
/// By the one that a question is about.
#define ASKED_BY_ONE 4u

/// An image and those of its tables that name its symbols.
struct image {
  uintptr_t base, start, end;
  /// As the loader gave it: the same three, the same image.
  const char *given_path;
  const ElfW(Phdr) *parts;
  /// Copies: the loader frees its own when a library is closed.
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
  int is_symbolic, has_name;
  /// Who needs it, by DT_NEEDED, directly or through what it needs: the bits below.
  unsigned asked_by;
  /// The kernel's own image: listed, but no one's import is looked for there. The loader, by where the kernel put it.
  int is_kernel, is_loader;
  /// It answers before what the program asks for, and nobody asked for it there: it was preloaded.
  int is_in_front;
  /// The loader writes into its code when it is loaded (text relocations).
  int has_text_relocations;
  struct mantlet_code code[MOST_CODE];
  size_t code_count;
  /// Where the first and the last of its parts begin that are from its file and no code; 0 where there is none.
  uintptr_t data[2];
  struct slot *slots;
  size_t slot_count;
  int has_slots;
};

struct list {
  struct image *images;
  size_t count;
  /// The loader's own counters of what it opened and closed.
  unsigned long long opened, closed;
  /// Where the copies of the images' paths and names lie.
  char *text;
  size_t used, room;
  int is_short;
};

struct mantlet_image_memory {
  struct list list;
  uint64_t generation;
};

/// Looks now; 0, or a negative errno. `own_code` lies in the image that the checks are linked into.
///
/// What is read of an image is read while the loader is locked, so none can be closed meanwhile. Afterwards only the
/// tables of the program, of the own image and of what they need may be read: those are never closed.
int mantlet_read_images(struct mantlet_image_memory *memory, uintptr_t own_code);

/// The image that others ask for by `name`, or null: as the loader does, by the name that an image gives itself before
/// the name of its file.
struct image *mantlet_image_named(struct list *list, const char *name);

/// Which function is looked for; `has_old` 0 and `old` any.
struct question {
  const char *name, *version;
  uint32_t gnu, old;
  int has_old, takes_stubs;
};

uint32_t mantlet_gnu_hash(const char *name);

/// The filter in front of an image's table of names, read once for a look: two bits of it say that a name is not there.
struct name_filter {
  /// Null where there is none that can be asked: then the table is.
  const ElfW(Addr) *words;
  uint32_t mask, shift;
};

struct name_filter mantlet_filter_of(const struct image *image);

/// 0 when the image has no symbol of a name with this hash.
static inline int mantlet_may_name(const struct name_filter *filter, uint32_t hash) {
  const unsigned width = sizeof(ElfW(Addr)) * 8;
  if (!filter->words) return 1;
  ElfW(Addr) word = filter->words[(hash / width) & filter->mask];
  return (word >> (hash % width)) & (word >> ((hash >> filter->shift) % width)) & 1;
}

/// The version that a symbol is asked for in, or null.
const char *mantlet_required_version(const struct image *image, size_t symbol);

/// The first symbol of an image that answers, or null.
const ElfW(Sym) *mantlet_symbol_in(const struct image *image, struct question *question);

#endif
