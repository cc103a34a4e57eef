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
  /// As the loader names it; empty for the program. A copy that lives until the next look.
  const char *path;
  /// 1 when the program asks for it, directly or through what it asks for (DT_NEEDED); 0 for what was added.
  int is_needed;
  /// The same for the image that the checks are linked into, which a program may have opened.
  int is_own_needed;
  /// 1 when it was loaded at the start in front of what the program asks for, without having been asked for there: it
  /// was preloaded, whatever it is called.
  int is_in_front;
  /// 1 when it says that the loader has to write into its code (DT_TEXTREL): its pages differ from the file by design.
  int has_text_relocations;
  /// 1 for the image that the kernel maps into every process and that has no file.
  int is_kernel;
  /// Where the first and the last of its parts begin that are from its file and may not be executed; 0 where there is
  /// none.
  uintptr_t first_data;
  uintptr_t last_data;
};

/// A part of an image that may be executed and that its file fills.
struct mantlet_code {
  uintptr_t start;
  uintptr_t end;
  /// What is to be added to an address for its place in the file, modulo 2^64.
  uint64_t shift;
};

/// The images of this process with their tables read, kept from one look to the next. Each look asks the loader for its
/// list again; the tables are read anew only when that list has changed. One look at a time: the caller locks.
struct mantlet_image_memory;

/// Null when there is no memory.
struct mantlet_image_memory *mantlet_image_memory_create(void);
void mantlet_image_memory_destroy(struct mantlet_image_memory *memory);

/// Looks now. Returns how many images there are, or a negative errno. `generation` becomes another number whenever the
/// list is not the one of the look before. `own_code` is an address in the image that the checks are linked into.
long mantlet_loaded_images(struct mantlet_image_memory *memory, uintptr_t own_code, uint64_t *generation);

/// Returns when nobody is in the middle of opening or closing a library, as dladdr does.
void mantlet_await_loader(void);

/// Image number `index` of the last look.
struct mantlet_image mantlet_image_at(const struct mantlet_image_memory *memory, size_t index);

/// The part number `part` of the code of image number `index` of the last look, as the image's own program headers have
/// it: 1, or 0 where there is none (of more than four the rest is left out).
int mantlet_image_code(
    const struct mantlet_image_memory *memory, size_t index, size_t part, struct mantlet_code *code);

/// 1 when image number `asker`, one that is in front, asks for image number `index`, directly or through others.
int mantlet_image_needs(struct mantlet_image_memory *memory, size_t asker, size_t index);

/// The functions of image number `index` of the last look, one that is in front, by which it answers for an image that
/// the program or the own image asks for and that stands behind it: every function that both define. Left out are allocation and C++ templates.
///
/// Asks nobody, dlsym included. Not seen: a library that took the place of one that is asked for, under its name, so
/// that the genuine one was never loaded; variables.
/// Fills at most `capacity` names, which stay valid; returns how many there are or a negative errno.
long mantlet_answers_in_front(
    const struct mantlet_image_memory *memory, size_t index, const char **found, size_t capacity);

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
/// A function that a preloaded library answers is right here, as it is for the loader: mantlet_answers_in_front says so.
/// Fills at most `capacity` differences; returns how many there are or a negative errno (-ENOSYS on a processor whose
/// tables are not read here, -ENOEXEC when no image has an import table). `checked` becomes the number of slots that
/// were compared.
long mantlet_changed_imports(
    struct mantlet_image_memory *memory, int is_full, unsigned turn, uintptr_t own_code,
    struct mantlet_import *found, size_t capacity, size_t *checked);

#endif
#endif
