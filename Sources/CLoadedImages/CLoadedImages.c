#if defined(__linux__)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "ImageList.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/// glibc writes addresses into the table of a loaded image, other loaders and the vdso keep distances from its base.
static const void *pointer(const struct image *image, ElfW(Addr) value) {
  return (const void *)(value < image->base ? value + image->base : value);
}

static void read_tables(struct image *image) {
  size_t address_bytes = 0, function_bytes = 0;
  int are_functions_rela = 0;
  for (const ElfW(Dyn) *entry = image->dynamic; entry->d_tag != DT_NULL; entry++) {
    switch (entry->d_tag) {
    case DT_SYMTAB: image->symbols = pointer(image, entry->d_un.d_ptr); break;
    case DT_STRTAB: image->strings = pointer(image, entry->d_un.d_ptr); break;
    case DT_GNU_HASH: image->gnu_hash = pointer(image, entry->d_un.d_ptr); break;
    case DT_HASH: image->hash = pointer(image, entry->d_un.d_ptr); break;
    case DT_VERSYM: image->versions = pointer(image, entry->d_un.d_ptr); break;
    case DT_VERDEF: image->defined = pointer(image, entry->d_un.d_ptr); break;
    case DT_VERNEED: image->required = pointer(image, entry->d_un.d_ptr); break;
    case DT_JMPREL: image->functions = pointer(image, entry->d_un.d_ptr); break;
    case DT_PLTRELSZ: function_bytes = entry->d_un.d_val; break;
    case DT_PLTREL: are_functions_rela = entry->d_un.d_val == DT_RELA; break;
    case DT_RELA: image->addresses = pointer(image, entry->d_un.d_ptr); break;
    case DT_RELASZ: address_bytes = entry->d_un.d_val; break;
    case DT_SYMBOLIC: image->is_symbolic = 1; break;
    case DT_FLAGS: image->is_symbolic |= (entry->d_un.d_val & DF_SYMBOLIC) != 0; break;
    default: break;
    }
  }
  image->function_count = image->functions && are_functions_rela ? function_bytes / sizeof(ElfW(Rela)) : 0;
  image->address_count = image->addresses ? address_bytes / sizeof(ElfW(Rela)) : 0;
  if (!image->strings || !image->symbols) {
    image->symbols = 0;
    image->function_count = image->address_count = 0;
    return;
  }
  // The name by which others ask for it; a path without a name of its own is asked for by its last part.
  for (const ElfW(Dyn) *entry = image->dynamic; entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_SONAME) image->name = image->strings + entry->d_un.d_val;
}

static int add(struct dl_phdr_info *info, size_t size, void *context) {
  struct list *list = context;
  if (list->count == MOST_IMAGES) return 1;
  struct image *image = &list->images[list->count++];
  if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof info->dlpi_subs) {
    list->opened = info->dlpi_adds;
    list->closed = info->dlpi_subs;
  }
  image->base = info->dlpi_addr;
  image->given_path = info->dlpi_name;
  image->parts = info->dlpi_phdr;
  image->path = info->dlpi_name ? info->dlpi_name : "";
  image->name = last_part(image->path);
  image->start = UINTPTR_MAX;
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type == PT_LOAD) {
      uintptr_t start = image->base + part->p_vaddr, end = start + part->p_memsz;
      if (start < image->start) image->start = start;
      if (end > image->end) image->end = end;
    } else if (part->p_type == PT_DYNAMIC) {
      image->dynamic = (const ElfW(Dyn) *)(image->base + part->p_vaddr);
    }
  }
  image->is_kernel = image->start == getauxval(AT_SYSINFO_EHDR);
  if (image->dynamic && !image->is_kernel) read_tables(image);
  return 0;
}

struct image *mantlet_image_named(struct list *list, const char *name) {
  for (size_t i = 1; i < list->count; i++)
    if (!strcmp(list->images[i].name, name) || !strcmp(last_part(list->images[i].path), last_part(name)))
      return &list->images[i];
  return 0;
}

/// Marks what an image asks for. The marked ones are visited in turn, so a circle ends.
static void mark_needed(struct list *list, struct image *image) {
  if (image->is_needed) return;
  image->is_needed = 1;
  if (!image->dynamic || !image->symbols) return;
  for (const ElfW(Dyn) *entry = image->dynamic; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag != DT_NEEDED) continue;
    struct image *next = mantlet_image_named(list, image->strings + entry->d_un.d_val);
    if (next) mark_needed(list, next);
  }
}

static void forget(struct list *list) {
  for (size_t i = 0; i < list->count; i++) free(list->images[i].slots);
  free(list->images);
  *list = (struct list){0, 0, 0, 0};
}

struct look {
  const struct list *list;
  size_t count;
  int is_same;
};

static int compare_with_list(struct dl_phdr_info *info, size_t size, void *context) {
  struct look *look = context;
  const struct list *list = look->list;
  if (look->count == MOST_IMAGES) return 1;
  if (look->count >= list->count) return !(look->is_same = 0);
  const struct image *image = &list->images[look->count++];
  look->is_same = image->base == info->dlpi_addr && image->given_path == info->dlpi_name
      && image->parts == info->dlpi_phdr;
  if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof info->dlpi_subs)
    look->is_same &= list->opened == info->dlpi_adds && list->closed == info->dlpi_subs;
  return !look->is_same;
}

int mantlet_read_images(struct mantlet_image_memory *memory) {
  struct list *list = &memory->list;
  struct look look = {list, 0, 1};
  if (list->count) dl_iterate_phdr(compare_with_list, &look);
  if (list->count && look.is_same && look.count == list->count) return 0;
  forget(list);
  memory->generation++;
  list->images = calloc(MOST_IMAGES, sizeof(struct image));
  if (!list->images) return -ENOMEM;
  dl_iterate_phdr(add, list);
  if (list->count == 0) {
    forget(list);
    return -ENOEXEC;
  }
  mark_needed(list, &list->images[0]);
  return 0;
}

struct mantlet_image_memory *mantlet_image_memory_create(void) {
  return calloc(1, sizeof(struct mantlet_image_memory));
}

void mantlet_image_memory_destroy(struct mantlet_image_memory *memory) {
  if (!memory) return;
  forget(&memory->list);
  free(memory);
}

long mantlet_loaded_images(struct mantlet_image_memory *memory, uint64_t *generation) {
  int failure = mantlet_read_images(memory);
  *generation = memory->generation;
  return failure < 0 ? failure : (long)memory->list.count;
}

struct mantlet_image mantlet_image_at(const struct mantlet_image_memory *memory, size_t index) {
  if (index >= memory->list.count) return (struct mantlet_image){0, 0, "", 0};
  const struct image *image = &memory->list.images[index];
  return (struct mantlet_image){image->start, image->end, image->path, image->is_needed};
}

#else

// Other platforms have another loader: this module is empty there.
typedef int mantlet_loaded_images_are_linux_only;

#endif
