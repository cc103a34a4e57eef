#if defined(__linux__)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "ImageList.h"

#include <dlfcn.h>
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

/// A copy that lives as long as the list.
static const char *kept(struct list *list, const char *text) {
  size_t count = strlen(text) + 1;
  if (list->room - list->used < count) {
    list->is_short = 1;
    return "";
  }
  char *copy = memcpy(list->text + list->used, text, count);
  list->used += count;
  return copy;
}

static void read_tables(struct list *list, struct image *image) {
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
    case DT_TEXTREL: image->has_text_relocations = 1; break;
    case DT_FLAGS:
      image->is_symbolic |= (entry->d_un.d_val & DF_SYMBOLIC) != 0;
      image->has_text_relocations |= (entry->d_un.d_val & DF_TEXTREL) != 0;
      break;
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
    if (entry->d_tag == DT_SONAME) {
      image->name = kept(list, image->strings + entry->d_un.d_val);
      image->has_name = 1;
    }
}

/// Where a part that the file fills lies in memory.
static void place(struct image *image, const ElfW(Phdr) *part) {
  uintptr_t start = image->base + part->p_vaddr;
  if (!part->p_filesz) return;
  if (!(part->p_flags & PF_X)) {
    image->data[image->data[0] != 0] = start;
  } else if (image->code_count < MOST_CODE) {
    image->code[image->code_count++] =
        (struct mantlet_code){start, start + part->p_filesz, (uint64_t)part->p_offset - (uint64_t)start};
  }
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
  image->path = kept(list, info->dlpi_name ? info->dlpi_name : "");
  image->name = last_part(image->path);
  image->start = UINTPTR_MAX;
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type == PT_LOAD) {
      uintptr_t start = image->base + part->p_vaddr, end = start + part->p_memsz;
      if (start < image->start) image->start = start;
      if (end > image->end) image->end = end;
      place(image, part);
    } else if (part->p_type == PT_DYNAMIC) {
      image->dynamic = (const ElfW(Dyn) *)(image->base + part->p_vaddr);
    }
  }
  image->is_kernel = image->start == getauxval(AT_SYSINFO_EHDR);
  image->is_loader = image->start == getauxval(AT_BASE);
  if (image->dynamic && !image->is_kernel) read_tables(list, image);
  return 0;
}

struct image *mantlet_image_named(struct list *list, const char *name) {
  for (size_t i = 1; i < list->count; i++)
    if (list->images[i].has_name && !strcmp(list->images[i].name, name)) return &list->images[i];
  for (size_t i = 1; i < list->count; i++)
    if (!strcmp(last_part(list->images[i].path), last_part(name))) return &list->images[i];
  return 0;
}

/// Marks what an image asks for. The marked ones are visited in turn, so a circle ends.
static void mark(struct list *list, struct image *image, unsigned asker) {
  if (image->asked_by & asker) return;
  image->asked_by |= asker;
  if (!image->dynamic || !image->symbols) return;
  for (const ElfW(Dyn) *entry = image->dynamic; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag != DT_NEEDED) continue;
    struct image *next = mantlet_image_named(list, image->strings + entry->d_un.d_val);
    if (next) mark(list, next, asker);
  }
}

/// Where the first image lies that the program asks for, or 0.
static size_t first_asked(struct list *list) {
  const struct image *program = &list->images[0];
  if (!program->dynamic || !program->symbols) return 0;
  for (const ElfW(Dyn) *entry = program->dynamic; entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_NEEDED) {
      const struct image *image = mantlet_image_named(list, program->strings + entry->d_un.d_val);
      return image && !image->is_loader ? (size_t)(image - list->images) : 0;
    }
  return 0;
}

/// The loader lists the program, what was preloaded, and then what is asked for. A preloaded library may call itself by
/// a name that the program asks for: the place gives it away, unless it took the first name of all.
static void find_preloaded(struct list *list) {
#if defined(__ANDROID__)
  // Bionic's order was not measured.
  size_t first = 0;
#else
  size_t first = first_asked(list);
#endif
  size_t end = 0;
  for (size_t i = 0; i < list->count; i++)
    if (list->images[i].asked_by & ASKED_BY_PROGRAM) end = i + 1;
  for (size_t i = 1; i < end; i++) {
    struct image *image = &list->images[i];
    image->is_in_front =
        !image->is_kernel && !image->is_loader && (i < first || !(image->asked_by & ASKED_BY_PROGRAM));
  }
}

static void forget(struct list *list) {
  for (size_t i = 0; i < list->count; i++) free(list->images[i].slots);
  free(list->images);
  free(list->text);
  *list = (struct list){0};
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

struct reading {
  struct list *list;
  uintptr_t own_code;
};

/// Runs once, under the loader's lock, which the same thread may take again.
static int read_all(struct dl_phdr_info *info, size_t size, void *context) {
  (void)info, (void)size;
  const struct reading *reading = context;
  struct list *list = reading->list;
  dl_iterate_phdr(add, list);
  if (list->is_short) return 1;
  mark(list, &list->images[0], ASKED_BY_PROGRAM);
  for (size_t i = 0; i < list->count; i++)
    if (list->images[i].start <= reading->own_code && reading->own_code < list->images[i].end)
      mark(list, &list->images[i], ASKED_BY_OWN);
  find_preloaded(list);
  return 1;
}

#define FIRST_ROOM (64u << 10)
#define MOST_ROOM (8u << 20)

int mantlet_read_images(struct mantlet_image_memory *memory, uintptr_t own_code) {
  struct list *list = &memory->list;
  struct look look = {list, 0, 1};
  if (list->count) dl_iterate_phdr(compare_with_list, &look);
  if (list->count && look.is_same && look.count == list->count) return 0;
  memory->generation++;
  for (size_t room = FIRST_ROOM; room <= MOST_ROOM; room *= 2) {
    forget(list);
    // Nothing is allocated while the loader is locked.
    list->images = calloc(MOST_IMAGES, sizeof(struct image));
    list->text = malloc(room);
    list->room = room;
    if (!list->images || !list->text) {
      forget(list);
      return -ENOMEM;
    }
    dl_iterate_phdr(read_all, &(struct reading){list, own_code});
    if (list->count && !list->is_short) return 0;
    if (!list->is_short) break;
  }
  int failure = list->is_short ? -E2BIG : -ENOEXEC;
  forget(list);
  return failure;
}

struct mantlet_image_memory *mantlet_image_memory_create(void) {
  return calloc(1, sizeof(struct mantlet_image_memory));
}

void mantlet_image_memory_destroy(struct mantlet_image_memory *memory) {
  if (!memory) return;
  forget(&memory->list);
  free(memory);
}

long mantlet_loaded_images(struct mantlet_image_memory *memory, uintptr_t own_code, uint64_t *generation) {
  int failure = mantlet_read_images(memory, own_code);
  *generation = memory->generation;
  return failure < 0 ? failure : (long)memory->list.count;
}

void mantlet_await_loader(void) {
  Dl_info ignored;
  dladdr((const void *)(uintptr_t)&mantlet_await_loader, &ignored);
}

struct mantlet_image mantlet_image_at(const struct mantlet_image_memory *memory, size_t index) {
  if (index >= memory->list.count) return (struct mantlet_image){0, 0, "", 0, 0, 0, 0, 0, 0, 0};
  const struct image *image = &memory->list.images[index];
  return (struct mantlet_image){
      image->start, image->end, image->path, (image->asked_by & ASKED_BY_PROGRAM) != 0,
      (image->asked_by & ASKED_BY_OWN) != 0, image->is_in_front, image->has_text_relocations, image->is_kernel,
      image->data[0], image->data[1]};
}

int mantlet_image_code(
    const struct mantlet_image_memory *memory, size_t index, size_t part, struct mantlet_code *code) {
  if (index >= memory->list.count || part >= memory->list.images[index].code_count) return 0;
  *code = memory->list.images[index].code[part];
  return 1;
}

int mantlet_image_needs(struct mantlet_image_memory *memory, size_t asker, size_t index) {
  struct list *list = &memory->list;
  // The tables of others may be gone by now.
  if (asker >= list->count || index >= list->count || !list->images[asker].is_in_front) return 0;
  for (size_t i = 0; i < list->count; i++) list->images[i].asked_by &= ~ASKED_BY_ONE;
  mark(list, &list->images[asker], ASKED_BY_ONE);
  return (list->images[index].asked_by & ASKED_BY_ONE) != 0;
}

#else

// Other platforms have another loader: this module is empty there.
typedef int mantlet_loaded_images_are_linux_only;

#endif
