#if os(Linux) || os(Android)

  import AppIntegrity
  import SecurityPolicy

  /// The catalogue's values, sorted once for all checks.
  enum Listed {
    private struct Key: Hashable {
      let probe: String
      let platform: Platform
    }

    private static let tables: [Key: [ProbeEntry]] = {
      var tables: [Key: [ProbeEntry]] = [:]
      for platform in [Platform.android, .linux] {
        for entry in ProbeCatalogue.builtIn.entries(on: platform) {
          tables[Key(probe: entry.probe, platform: platform), default: []].append(entry)
        }
      }
      return tables
    }()

    /// What a probe looks for on this version of the system. Without it the probe could not look.
    static func values(_ probe: String, _ snapshot: Snapshot) throws(SystemCallFailure) -> [String] {
      guard let entries = tables[Key(probe: probe, platform: snapshot.tree.isAndroid ? .android : .linux)] else {
        throw .unreadable("the catalogue")
      }
      return entries.filter { $0.applies(to: snapshot.settings.major) }.flatMap(\.values)
    }

    /// The same for a search in outside bytes; of both systems, which list the same, and of all their versions.
    static func words(_ probe: String) -> [Word] {
      (tables[Key(probe: probe, platform: .linux)] ?? []).flatMap(\.values).map { Word($0) }
    }
  }

#endif
