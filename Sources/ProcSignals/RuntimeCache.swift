#if os(Linux) || os(Android)

  /// Where Android's runtime keeps the code that it compiles while an app runs.
  ///
  /// The whole name counts, and only memory that cannot be written to: releases before 10 write to theirs for moments, which
  /// is one medium sign then. Not seen: code that puts itself into a memory file of exactly such a name; the comparisons of
  /// code and of import slots do not depend on names. Source: Android Open Source Project, `art/runtime/jit`.
  enum RuntimeCache {
    private static let names: Set<String> = [
      "/memfd:jit-cache", "/memfd:jit-zygote-cache",
      // Release 10 puts a slash before the name.
      "/memfd:/jit-cache", "/memfd:/jit-zygote-cache",
      "/dev/ashmem/dalvik-jit-code-cache", "/dev/ashmem/dalvik-zygote-jit-code-cache",
      "[anon:dalvik-jit-code-cache]", "[anon:dalvik-zygote-jit-code-cache]",
      "[anon_shmem:dalvik-jit-code-cache]", "[anon_shmem:dalvik-zygote-jit-code-cache]",
    ]

    static func holds(_ row: ExecutableRows.Row, _ tree: DeviceTree) -> Bool {
      tree.isAndroid && !row.isWritable && names.contains(row.file)
    }
  }

#endif
