#if os(Linux) || os(Android)

  import SecurityPolicy

  /// A layer lies over a system partition. Some makers use one.
  extension Probe {
    static let systemOverlay = Probe(
      id: "privilegedAccess.systemOverlay", category: .privilegedAccess, strength: .medium, family: .mounts
    ) { (snapshot) throws(SystemCallFailure) in
      .of(
        try snapshot.mounts.get().rows
          .filter { row in row.type == "overlay" && partitions.contains { (row.target + "/").hasPrefix($0) } }
          .map { "overlay on \(EvidenceText.line($0.target))" })
    }

    private static let partitions = ["/system/", "/vendor/", "/product/", "/system_ext/"]
  }

#endif
