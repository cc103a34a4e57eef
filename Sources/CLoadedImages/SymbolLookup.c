#if defined(__linux__)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "ImageList.h"

#include <string.h>

uint32_t mantlet_gnu_hash(const char *name) {
  uint32_t hash = 5381;
  for (const unsigned char *byte = (const unsigned char *)name; *byte; byte++) hash = hash * 33 + *byte;
  return hash;
}

static uint32_t old_hash(const char *name) {
  uint32_t hash = 0;
  for (const unsigned char *byte = (const unsigned char *)name; *byte; byte++) {
    hash = (hash << 4) + *byte;
    hash = (hash ^ ((hash >> 24) & 0xf0)) & 0x0fffffff;
  }
  return hash;
}

const char *mantlet_required_version(const struct image *image, size_t symbol) {
  if (!image->versions || !image->required) return 0;
  unsigned wanted = image->versions[symbol] & 0x7fff;
  if (wanted < 2) return 0;
  for (const ElfW(Verneed) *file = image->required;;) {
    const ElfW(Vernaux) *entry = (const void *)((const char *)file + file->vn_aux);
    for (unsigned i = 0; i < file->vn_cnt; i++) {
      if ((entry->vna_other & 0x7fff) == wanted) return image->strings + entry->vna_name;
      entry = (const void *)((const char *)entry + entry->vna_next);
    }
    if (!file->vn_next) return 0;
    file = (const void *)((const char *)file + file->vn_next);
  }
}

static int is_version(const struct image *image, size_t symbol, const char *version) {
  if (!version || !image->versions || !image->defined) return 1;
  unsigned has = image->versions[symbol] & 0x7fff;
  for (const ElfW(Verdef) *entry = image->defined;;) {
    if ((entry->vd_ndx & 0x7fff) == has) {
      const ElfW(Verdaux) *name = (const void *)((const char *)entry + entry->vd_aux);
      return !strcmp(image->strings + name->vda_name, version);
    }
    if (!entry->vd_next) return 0;
    entry = (const void *)((const char *)entry + entry->vd_next);
  }
}

static int answers(const struct image *image, size_t index, const struct question *question) {
  const ElfW(Sym) *symbol = &image->symbols[index];
  unsigned binding = ELF64_ST_BIND(symbol->st_info), type = ELF64_ST_TYPE(symbol->st_info);
  if (binding == STB_LOCAL || type == STT_TLS) return 0;
  // A program at a fixed address gives the address of its own stub as that of the function.
  if (symbol->st_shndx == SHN_UNDEF && !(question->takes_stubs && symbol->st_value)) return 0;
  return !strcmp(image->strings + symbol->st_name, question->name) && is_version(image, index, question->version);
}

struct name_filter mantlet_filter_of(const struct image *image) {
  static const ElfW(Addr) nothing = 0;
  const struct name_filter empty = {&nothing, 0, 0}, none = {0, 0, 0};
  if (!image->symbols) return empty;
  if (!image->gnu_hash) return none;
  uint32_t buckets = image->gnu_hash[0], words = image->gnu_hash[2];
  if (!buckets || !words) return empty;
  // The number of words is a power of two, and a division takes longer than all the rest.
  if (words & (words - 1)) return none;
  return (struct name_filter){(const ElfW(Addr) *)(image->gnu_hash + 4), words - 1, image->gnu_hash[3]};
}

const ElfW(Sym) *mantlet_symbol_in(const struct image *image, struct question *question) {
  if (!image->symbols) return 0;
  if (image->gnu_hash) {
    const uint32_t *table = image->gnu_hash;
    uint32_t buckets = table[0], first = table[1], words = table[2];
    const uint32_t *bucket = (const uint32_t *)((const ElfW(Addr) *)(table + 4) + words), *chain = bucket + buckets;
    struct name_filter filter = mantlet_filter_of(image);
    if (!mantlet_may_name(&filter, question->gnu)) return 0;
    for (uint32_t index = bucket[question->gnu % buckets]; index >= first && index; index++) {
      uint32_t hash = chain[index - first];
      if ((hash | 1) == (question->gnu | 1) && answers(image, index, question)) return &image->symbols[index];
      if (hash & 1) return 0;
    }
    return 0;
  }
  if (!image->hash || !image->hash[0]) return 0;
  if (!question->has_old) {
    question->old = old_hash(question->name);
    question->has_old = 1;
  }
  const uint32_t *bucket = image->hash + 2, *chain = bucket + image->hash[0];
  for (uint32_t index = bucket[question->old % image->hash[0]]; index; index = chain[index])
    if (answers(image, index, question)) return &image->symbols[index];
  return 0;
}

#else

// Other platforms have another loader: this module is empty there.
typedef int mantlet_symbol_lookup_is_linux_only;

#endif
