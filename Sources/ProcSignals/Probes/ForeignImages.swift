#if os(Linux) || os(Android)

  import CRawSystemCalls
  import SecurityPolicy

  /// The loader brought in a library that the program does not ask for, from a folder that holds none it asks for.
  ///
  /// Plug-ins, language modules and codecs come this way too: evidence only.
  extension Probe {
    static let foreignImages = Probe(
      id: "hooks.foreignImages", category: .hooks, strength: .weak, family: .loadedImages
    ) { (snapshot) throws(SystemCallFailure) in
      let images = try snapshot.images.get().images
      let own = try snapshot.ownCode.get().row(at: mantlet_raw_own_code())?.path ?? ""
      let home = own.lastIndex(of: "/").map { own[..<$0] } ?? ""
      let known = Set(images.filter(\.isNeeded).map(\.folder) + [home])
      return .of(
        images.filter { image in
          image.path.hasPrefix("/") && !image.isNeeded && !known.contains(image.folder)
            && !systemFolders.contains { image.path.hasPrefix($0) }
        }.map { EvidenceText.line($0.fileName) })
    }

    private static let systemFolders = [
      "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/local/lib/", "/system/", "/system_ext/", "/apex/",
      "/vendor/",
      "/product/", "/data/app/",
    ]
  }

#endif
