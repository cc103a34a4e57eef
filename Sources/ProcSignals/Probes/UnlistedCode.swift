#if os(Linux) || os(Android)

  import SecurityPolicy

  /// Code from a file is mapped that the loader does not know: it was brought in past the loader.
  ///
  /// Valgrind and libraries in a name space of LD_AUDIT look the same. On Android the runtime maps compiled apps by
  /// itself: there only libraries are judged. Source: dl_iterate_phdr(3).
  extension Probe {
    static let unlistedCode = Probe(id: "hooks.unlistedCode", category: .hooks, strength: .medium, family: .mappings) {
      (snapshot) throws(SystemCallFailure) in
      let images = try snapshot.images.get()
      let before = try snapshot.ownCode.get().rows.filter { $0.inode != 0 && images.image(at: $0.start) == nil }
      let rows = snapshot.tree.isAndroid ? before.filter { $0.file.hasSuffix(".so") } : before
      if rows.isEmpty { return .clean() }
      // A library that another thread opened between the two readings is listed by now, one that it closed is gone.
      let later = try snapshot.memory.loadedImages()
      let now = try ExecutableRows(RawFile.read("/proc/self/maps"))
      return .of(
        rows.filter { later.image(at: $0.start) == nil && now.row(at: $0.start) != nil }
          .map { EvidenceText.line($0.fileName) })
    }
  }

#endif
