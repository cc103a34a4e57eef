#if os(Linux) || os(Android)

  import AppIntegrity
  import SecurityPolicy

  /// The catalogue's values, sorted once for all checks.
  enum Listed {
    private struct Key: Hashable {
      let probe: String
      let platform: Platform
    }

    private static let tables: [Key: [String]] = {
      var tables: [Key: [String]] = [:]
      for platform in [Platform.android, .linux] {
        for entry in ProbeCatalogue.builtIn.entries(on: platform) {
          tables[Key(probe: entry.probe, platform: platform), default: []] += entry.values
        }
      }
      return tables
    }()

    /// What a probe looks for. Without it the probe could not look.
    static func values(_ probe: String, _ snapshot: Snapshot) throws(SystemCallFailure) -> [String] {
      guard let values = tables[Key(probe: probe, platform: snapshot.tree.isAndroid ? .android : .linux)] else {
        throw .unreadable("the catalogue")
      }
      return values
    }

    /// The same for a search in outside bytes; of both systems, which list the same.
    static func words(_ probe: String) -> [Word] {
      (tables[Key(probe: probe, platform: .linux)] ?? []).map { Word($0) }
    }
  }

#endif
