#if os(Linux) || os(Android)

  import CLoadedImages
  import SecurityPolicy

  /// Code from a file is mapped that the loader does not know: it was brought in past the loader. What lies between the
  /// parts of an image, or over a part of it that is no code, counts too where it is of another file.
  ///
  /// Valgrind and libraries in a name space of LD_AUDIT look the same. On Android the runtime maps compiled apps by
  /// itself: there only libraries are judged. Source: dl_iterate_phdr(3).
  extension Probe {
    static let unlistedCode = Probe(id: "hooks.unlistedCode", category: .hooks, strength: .medium, family: .mappings) {
      (snapshot) throws(SystemCallFailure) in
      let images = try snapshot.images.get()
      let code = try snapshot.ownCode.get().rows
      let before = code.filter { $0.inode != 0 && !images.lists($0, among: code) }
      let rows = snapshot.tree.isAndroid ? before.filter { $0.file.hasSuffix(".so") } : before
      if rows.isEmpty { return .clean() }
      // A library is mapped shortly before it is listed and after it is not any more: what is mapped on both sides of a
      // moment in which nobody opens or closes one, while the list stays the same, is neither.
      for _ in 0..<4 {
        let listed = try snapshot.memory.loadedImages()
        let first = Set(try snapshot.process.get().code().rows)
        mantlet_await_loader()
        let second = try snapshot.process.get().code().rows
        mantlet_await_loader()
        guard try snapshot.memory.loadedImages().generation == listed.generation else { continue }
        return .of(
          rows.filter { first.contains($0) && second.contains($0) && !listed.lists($0, among: second) }
            .map { EvidenceText.line($0.fileName) })
      }
      throw .unreadable("libraries come and go")
    }
  }

#endif
