#if os(Linux) || os(Android)

  import SecurityPolicy

  /// A root tool mounted something over the system. Mounts hidden from the app do not show.
  extension Probe {
    static let rootMounts = Probe(
      id: "privilegedAccess.rootMounts", category: .privilegedAccess, strength: .strong, family: .mounts
    ) { (snapshot) throws(SystemCallFailure) in
      .of(
        try snapshot.mounts.get().rows.compactMap { row in
          if rootSources.contains(row.source) {
            return "source \(EvidenceText.line(row.source)) (\(EvidenceText.line(row.type)))"
          }
          let places = Array("\(row.root)/ \(row.target)/ \(row.source)/".utf8)
          return rootFolders.first { $0.occurs(in: places) }.map { "folder \($0.text)" }
        })
    }

    /// The whole source field: a part of a longer name means nothing.
    private static let rootSources: Set<String> = ["magisk", "KSU", "APatch", "KernelSU"]
    private static let rootFolders: [Word] = [
      "/.magisk/", "/adb/modules/", "/adb/magisk/", "/adb/ksu/", "/adb/ap/", "/.magic_mount/",
    ]
  }

#endif
