#if os(Linux) || os(Android)

  import AppIntegrity
  import SecurityPolicy

  /// The probes that are nothing but data: a row of the catalogue and one of the engines.
  extension Probe {
    private typealias Engine = @Sendable ([String], Snapshot) throws(SystemCallFailure) -> Finding

    private static let engines: [ProbeEngine: (level: CheckLevel, look: Engine)] = [
      .file: (.light, FileEngine.present), .property: (.light, PropertyEngine.suspicious),
      .environment: (.light, NameEngine.environment), .context: (.light, NameEngine.context),
      .parent: (.light, NameEngine.parent),
      .mountSource: (.light, MountEngine.sources), .mountFolder: (.light, MountEngine.folders),
      .mountWritable: (.light, MountEngine.writable), .mountOverlay: (.light, MountEngine.overlaid),
      .thread: (.full, NameEngine.threads), .socket: (.full, NameEngine.sockets),
      .interface: (.full, NameEngine.interfaces), .package: (.full, NameEngine.packages),
      .port: (.full, PortEngine.open), .mappedFile: (.light, MapEngine.files),
      .mountTemporary: (.light, MountEngine.temporary), .mountLoop: (.light, MountEngine.loops),
      .process: (.full, NameEngine.processes),
    ]

    /// Listed too, for their words; their rules need more than a row.
    private static let withOwnRules: Set<String> = [
      "hooks.toolCode", "hooks.hookEngines", "hooks.descriptors", "hooks.preload",
    ]

    /// - Parameter major: of the system: what belongs to other versions is left out; nil takes everything.
    static func listed(on platform: Platform, major: Int?) -> [Probe] {
      let entries = ProbeCatalogue.builtIn.entries(on: platform, major: major)
        .filter { !withOwnRules.contains($0.probe) }
      var probes: [Probe] = []
      for first in entries where !probes.contains(where: { $0.id == first.probe }) {
        let group = entries.filter { $0.probe == first.probe }
        let parts = group.compactMap { entry in engines[entry.engine].map { ($0.level, $0.look, entry.values) } }
        guard let strength = first.probeClass.strength, parts.count == group.count else { continue }
        probes.append(
          Probe(
            id: first.probe, category: first.category, strength: strength, family: first.family,
            level: parts.contains { $0.0 == .full } ? .full : .light
          ) { (snapshot) throws(SystemCallFailure) in
            var found: [String] = []
            var notes: [String] = []
            var failure: SystemCallFailure?
            for (_, look, values) in parts {
              do throws(SystemCallFailure) {
                switch try look(values, snapshot) {
                case .clean(let evidence): notes += evidence
                case .detected(let evidence): found += evidence
                }
              } catch {
                failure = error
              }
            }
            if !found.isEmpty { return .detected(found) }
            if let failure { throw failure }
            return .clean(notes)
          })
      }
      return probes
    }
  }

#endif
