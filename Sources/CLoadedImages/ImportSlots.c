#if defined(__linux__)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "ImageList.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#if defined(__x86_64__)
#define SLOT_OF_FUNCTION R_X86_64_JUMP_SLOT
#define SLOT_OF_ADDRESS R_X86_64_GLOB_DAT
#define SLOT_OF_RESOLVER R_X86_64_IRELATIVE
#elif defined(__aarch64__)
#define SLOT_OF_FUNCTION R_AARCH64_JUMP_SLOT
#define SLOT_OF_ADDRESS R_AARCH64_GLOB_DAT
#define SLOT_OF_RESOLVER R_AARCH64_IRELATIVE
#endif

#if defined(SLOT_OF_FUNCTION)

static uintptr_t resolved(uintptr_t resolver) {
#if defined(__aarch64__)
  struct {
    unsigned long size, first, second;
  } capabilities = {sizeof capabilities, getauxval(AT_HWCAP), getauxval(AT_HWCAP2)};
  return ((uintptr_t(*)(unsigned long, const void *))resolver)(capabilities.first | 1UL << 62, &capabilities);
#else
  return ((uintptr_t(*)(void))resolver)();
#endif
}

/// Whether the slot still holds what the linker left there: the stub that asks the loader at the first call.
static int is_unbound(const struct image *image, uintptr_t value, size_t index) {
  if (value < image->start || image->end - 16 < value) return 0;
  const unsigned char *code = (const unsigned char *)value;
#if defined(__x86_64__)
  static const unsigned char landing[] = {0xf3, 0x0f, 0x1e, 0xfa};
  if (!memcmp(code, landing, sizeof landing)) code += sizeof landing;
  uint32_t pushed;
  memcpy(&pushed, code + 1, sizeof pushed);
  return code[0] == 0x68 && pushed == index;
#else
  (void)index;
  uint32_t word;
  memcpy(&word, code, sizeof word);
  if (word == 0xd503245f) memcpy(&word, code + 4, sizeof word);
  return word == 0xa9bf7bf0;
#endif
}

struct comparison {
  const struct list *list;
  struct mantlet_import *found;
  size_t capacity, count, checked;
  /// The images that may answer, in the loader's order.
  const struct image *order[MOST_IMAGES];
  /// Theirs, side by side, because most images are asked for most names in vain. Read anew by each look.
  struct name_filter filters[MOST_IMAGES];
  size_t searched;
};

static void note(
    struct comparison *all, const struct image *image, const char *symbol, uintptr_t value, uintptr_t expected) {
  if (all->count < all->capacity) all->found[all->count] = (struct mantlet_import){image->path, symbol, value, expected};
  all->count++;
}

static int is_in_an_image(const struct list *list, uintptr_t value) {
  for (size_t i = 0; i < list->count; i++)
    if (list->images[i].start <= value && value < list->images[i].end) return 1;
  return 0;
}

static void compare_slot(
    struct comparison *all, const struct image *image, const ElfW(Rela) *slot, size_t index, uintptr_t value) {
  unsigned type = (unsigned)ELF64_R_TYPE(slot->r_info);
  if (type == SLOT_OF_RESOLVER) {
    // A resolver of our own program or of libc may be asked again: it only reads what the processor can do.
    uintptr_t expected = resolved(image->base + (uintptr_t)slot->r_addend);
    all->checked++;
    if (value != expected && !is_unbound(image, value, index)) note(all, image, "", value, expected);
    return;
  }
  size_t number = ELF64_R_SYM(slot->r_info);
  if ((type != SLOT_OF_FUNCTION && type != SLOT_OF_ADDRESS) || !number) return;
  const ElfW(Sym) *wanted = &image->symbols[number];
  if (ELF64_ST_TYPE(wanted->st_info) == STT_TLS) return;
  const char *name = image->strings + wanted->st_name;
  struct question question = {
      name, mantlet_required_version(image, number), mantlet_gnu_hash(name), 0, 0, type == SLOT_OF_ADDRESS};
  const struct image *giver = 0;
  const ElfW(Sym) *symbol = 0;
  if (image->is_symbolic && (symbol = mantlet_symbol_in(image, &question))) giver = image;
  for (size_t i = 0; !symbol && i < all->searched; i++)
    if (mantlet_may_name(&all->filters[i], question.gnu) && (symbol = mantlet_symbol_in(all->order[i], &question)))
      giver = all->order[i];
  all->checked++;
  if (!symbol) {
    int isForeign = value && !is_unbound(image, value, index) && !is_in_an_image(all->list, value);
    if (isForeign) note(all, image, name, value, 0);
    return;
  }
  uintptr_t expected = giver->base + symbol->st_value + (type == SLOT_OF_ADDRESS ? (uintptr_t)slot->r_addend : 0);
  if (symbol->st_shndx == SHN_ABS) expected = symbol->st_value;
  if (value == expected) return;
  if (ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC && value == resolved(expected)) return;
  if (type == SLOT_OF_FUNCTION && is_unbound(image, value, index)) return;
  note(all, image, name, value, expected);
}

static int is_library_of_c(const struct image *image) {
  return !strncmp(image->name, "libc.so", 7) || !strncmp(image->name, "libc.musl-", 10);
}

static void append(struct comparison *all, const struct image *image) {
  for (size_t i = 0; i < all->searched; i++)
    if (all->order[i] == image) return;
  if (all->searched == MOST_IMAGES) return;
  all->filters[all->searched] = mantlet_filter_of(image);
  all->order[all->searched++] = image;
}

/// What was loaded at the start, in that order: preloaded libraries stand in front of what the program asks for.
static void search_from_start(struct comparison *all) {
  size_t end = 0;
  all->searched = 0;
  for (size_t i = 0; i < all->list->count; i++)
    if (all->list->images[i].asked_by & ASKED_BY_PROGRAM) end = i + 1;
  for (size_t i = 0; i < end; i++) append(all, &all->list->images[i]);
}

/// The order for a library that was opened later: the program, then the library and what it asks for, breadth first.
static void search_from(struct comparison *all, struct list *list, const struct image *library) {
  all->searched = 0;
  append(all, &list->images[0]);
  append(all, library);
  for (size_t i = 1; i < all->searched; i++) {
    const struct image *image = all->order[i];
    if (!image->dynamic || !image->symbols) continue;
    for (const ElfW(Dyn) *entry = image->dynamic; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag != DT_NEEDED) continue;
      const struct image *next = mantlet_image_named(list, image->strings + entry->d_un.d_val);
      if (next) append(all, next);
    }
  }
}

static struct slot slot_of(const struct image *image, const ElfW(Rela) *table, size_t number, int isFunction) {
  const uintptr_t *place = (const uintptr_t *)(image->base + table[number].r_offset);
  return (struct slot){place, 0, (uint32_t)number, (uint8_t)isFunction, 0};
}

/// Lists the slots among the relocations of an image, most of which are none. Returns a negative errno.
static int find_slots(struct image *image) {
  if (image->has_slots) return 0;
  size_t count = image->function_count;
  if (count > UINT32_MAX || image->address_count > UINT32_MAX) return -E2BIG;
  for (size_t i = 0; i < image->address_count; i++)
    count += ELF64_R_TYPE(image->addresses[i].r_info) == SLOT_OF_ADDRESS;
  if (count && !(image->slots = calloc(count, sizeof(struct slot)))) return -ENOMEM;
  for (size_t i = 0; i < image->function_count; i++)
    image->slots[image->slot_count++] = slot_of(image, image->functions, i, 1);
  for (size_t i = 0; i < image->address_count; i++)
    if (ELF64_R_TYPE(image->addresses[i].r_info) == SLOT_OF_ADDRESS)
      image->slots[image->slot_count++] = slot_of(image, image->addresses, i, 0);
  image->has_slots = 1;
  return 0;
}

/// Of the slots of a library that nobody resolved yet, one in so many is resolved by one look; and of those that are known
/// one in so many is resolved anew by a full look. Those of the program, the own image and libc all are: what is known
/// lies in memory that can be written, so it may spare work between two full looks and decide nothing beyond the next.
#define LEARNED 8
#define RENEWED 64

static void compare_image(struct comparison *all, struct image *image, int isWhole, int isFull, unsigned turn) {
  for (size_t i = 0; i < image->slot_count; i++) {
    struct slot *slot = &image->slots[i];
    uintptr_t value = *slot->place;
    int isRenewed = isFull && (isWhole || i % RENEWED == turn % RENEWED);
    if (slot->is_known && slot->right == value && !isRenewed) {
      all->checked++;
      continue;
    }
    // A known slot that holds something else now is resolved at once.
    if (!isWhole && !slot->is_known && i % LEARNED != turn % LEARNED) continue;
    const ElfW(Rela) *rela = (slot->is_function ? image->functions : image->addresses) + slot->number;
    // Resolvers of libraries are not ours to call.
    if (!isWhole && ELF64_R_TYPE(rela->r_info) == SLOT_OF_RESOLVER) continue;
    size_t checked = all->checked, found = all->count;
    compare_slot(all, image, rela, slot->is_function ? slot->number : SIZE_MAX, value);
    if (all->checked == checked) continue;
    // One that was right before stays known with that value, so that every later look sees the change as well.
    if (all->count == found) {
      slot->right = value;
      slot->is_known = 1;
    }
  }
}

long mantlet_changed_imports(
    struct mantlet_image_memory *memory, int is_full, unsigned turn, uintptr_t own_code,
    struct mantlet_import *found, size_t capacity, size_t *checked) {
  *checked = 0;
  int failure = mantlet_read_images(memory, own_code);
  if (failure < 0) return failure;
  struct list *list = &memory->list;
  struct comparison *all = calloc(1, sizeof *all);
  if (!all) return -ENOMEM;
  all->list = list;
  all->found = found;
  all->capacity = capacity;
  size_t tables = 0;
  search_from_start(all);
  for (size_t i = 0; i < list->count && !failure; i++) {
    struct image *image = &list->images[i];
    int isOwn = i == 0 || (image->start <= own_code && own_code < image->end);
    int isNeeded = (image->asked_by & ASKED_BY_PROGRAM) != 0;
    if (!image->symbols || !(isOwn || (isNeeded && (is_full || is_library_of_c(image))))) continue;
    tables++;
    failure = find_slots(image);
    if (!isNeeded) search_from(all, list, image);
    compare_image(all, image, isOwn || is_library_of_c(image), is_full, turn);
    if (!isNeeded) search_from_start(all);
  }
  long count = failure ? failure : tables ? (long)all->count : -ENOEXEC;
  *checked = all->checked;
  free(all);
  return count;
}

#else

long mantlet_changed_imports(
    struct mantlet_image_memory *memory, int is_full, unsigned turn, uintptr_t own_code,
    struct mantlet_import *found, size_t capacity, size_t *checked) {
  (void)memory, (void)is_full, (void)turn, (void)own_code, (void)found, (void)capacity;
  *checked = 0;
  return -ENOSYS;
}

#endif

#else

// Other platforms have another loader: this module is empty there.
typedef int mantlet_import_slots_are_linux_only;

#endif
