#if defined(__linux__)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "ImageList.h"

#include <errno.h>
#include <string.h>

struct answers {
  const struct list *list;
  const struct image *giver;
  const char **found;
  size_t capacity, count, first;
};

/// Allocators are preloaded for these on purpose, and C++ programs bring copies of templates that are all the same.
static int is_left_out(const char *name, unsigned binding) {
  static const char *const allocation[] = {
      "malloc", "calloc", "realloc", "reallocarray", "free", "cfree", "memalign", "aligned_alloc", "posix_memalign",
      "valloc", "pvalloc", "malloc_usable_size", "malloc_stats", "malloc_trim", "malloc_info", "mallinfo", "mallinfo2",
      "mallopt",
      // Marks that linkers leave in every library.
      "_init", "_fini", "_start", "_edata", "_end", "__bss_start",
  };
  for (size_t i = 0; i < sizeof allocation / sizeof *allocation; i++)
    if (!strcmp(name, allocation[i])) return 1;
  if (strncmp(name, "_Z", 2)) return 0;
  return binding != STB_GLOBAL || !strncmp(name, "_Znw", 4) || !strncmp(name, "_Zna", 4) || !strncmp(name, "_Zdl", 4)
      || !strncmp(name, "_Zda", 4);
}

static void look_at(struct answers *all, size_t index) {
  const struct image *giver = all->giver;
  const ElfW(Sym) *symbol = &giver->symbols[index];
  unsigned type = ELF64_ST_TYPE(symbol->st_info), binding = ELF64_ST_BIND(symbol->st_info);
  if ((type != STT_FUNC && type != STT_GNU_IFUNC) || binding == STB_LOCAL || symbol->st_shndx == SHN_UNDEF) return;
  const char *name = giver->strings + symbol->st_name;
  if (is_left_out(name, binding)) return;
  struct question question = {name, 0, mantlet_gnu_hash(name), 0, 0, 0};
  for (size_t i = all->first; i < all->list->count; i++) {
    const struct image *image = &all->list->images[i];
    int isNeeded = (image->asked_by & (ASKED_BY_PROGRAM | ASKED_BY_OWN)) != 0;
    if (!isNeeded || image->is_in_front || image->is_kernel) continue;
    if (!mantlet_symbol_in(image, &question)) continue;
    if (all->count < all->capacity) all->found[all->count] = name;
    all->count++;
    return;
  }
}

/// Walks the table that the loader itself finds the functions by.
static void look_at_all(struct answers *all) {
  const struct image *giver = all->giver;
  if (!giver->gnu_hash) {
    for (uint32_t index = 1; giver->hash && index < giver->hash[1]; index++) look_at(all, index);
    return;
  }
  const uint32_t *table = giver->gnu_hash;
  uint32_t buckets = table[0], first = table[1], words = table[2];
  const uint32_t *bucket = (const uint32_t *)((const ElfW(Addr) *)(table + 4) + words), *chain = bucket + buckets;
  for (uint32_t i = 0; i < buckets; i++) {
    if (bucket[i] < first) continue;
    for (uint32_t index = bucket[i];; index++) {
      look_at(all, index);
      if (chain[index - first] & 1) break;
    }
  }
}

long mantlet_answers_in_front(
    const struct mantlet_image_memory *memory, size_t index, const char **found, size_t capacity) {
  if (index >= memory->list.count) return -EINVAL;
  const struct image *giver = &memory->list.images[index];
  // Only those are never closed: see mantlet_read_images.
  if (!giver->is_in_front) return -EINVAL;
  struct answers all = {&memory->list, giver, found, capacity, 0, index + 1};
  if (giver->symbols) look_at_all(&all);
  return (long)all.count;
}

#else

// Other platforms have another loader: this module is empty there.
typedef int mantlet_front_answers_are_linux_only;

#endif
