#if os(Linux) || os(Android)

  import CLoadedImages
  import SecurityPolicy

  /// Other memory lies where the loader put the code of an image: a changed copy was laid over it.
  ///
  /// Each piece of memory in the place of an image's code must be of the file of the image's other parts, and of one name
  /// with its other code, at the right place in it; in the place of the kernel's image it must be the kernel's. Rows are
  /// compared with rows, so layered file systems and files that are gone are alike. An image whose parts are all of one
  /// file, but not of the one that the loader names, is a question left open.
  ///
  /// Not seen: who also rewrites what the loader tells (its names, the program headers), who may write into the folder of
  /// the file, a deleted copy under a made-up path once the file itself was upgraded (``LoadedFile``), and who lays a whole
  /// copy of a file in memory over all parts (one medium sign, `hooks.unnamedCode`). A page that was written to in its
  /// place is `hooks.copiedCode`; in the kernel's own image nobody looks for one. Known false positives: a program that
  /// moves its own code to huge pages at its start, and one that was restored from an image (CRIU) under another kernel.
  /// Source: elf(5), dl_iterate_phdr(3), mremap(2).
  extension Probe {
    static let replacedCode = Probe(
      id: "hooks.replacedCode", category: .hooks, strength: replacingStrength, family: .mappings
    ) { (snapshot) throws(SystemCallFailure) in
      let text = try snapshot.tree.isStaged ? nil : snapshot.map?.get()
      if try CoveredImages(snapshot.images.get(), snapshot.ownCode.get(), text: text, snapshot).isQuiet {
        return .clean()
      }
      // What was closed after the map was read has left its place to others: only what lies there while the list of
      // images stays the same counts.
      for _ in 0..<4 {
        let listed = try snapshot.memory.loadedImages()
        mantlet_await_loader()
        let text = try snapshot.process.get().read("maps")
        let covered = try CoveredImages(listed, ExecutableRows(text), text: text, snapshot)
        mantlet_await_loader()
        guard try snapshot.memory.loadedImages().generation == listed.generation else { continue }
        if covered.found.isEmpty, let failure = covered.failure { throw failure }
        return .of(covered.found)
      }
      throw .unreadable("libraries come and go")
    }

    #if os(Android)
      // How bionic lays out images was read about and not measured: alone it does not decide there.
      private static let replacingStrength = Signal.Strength.medium
    #else
      private static let replacingStrength = Signal.Strength.strong
    #endif
  }

#endif
