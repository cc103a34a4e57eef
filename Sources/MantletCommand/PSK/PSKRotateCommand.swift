#if os(Linux)
  import ArgumentParser
  import PeerMesh

  /// `mantlet psk rotate`: the mission's next key, to be given to the members by hand.
  struct PSKRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rotate", abstract: "Replace the key by a new one of the next epoch.",
      discussion: """
        The former key opens what is under way for a day and never sends; with --lost it opens nothing. Members get \
        the new key by `mantlet psk show`. Exit 75 while a node runs on the folder: its own state would replace the new key.
        """)

    @Option(help: "Days until the new key ends.") var days = 7
    @Flag(help: "A device was lost: the former key opens nothing any more.") var lost = false
    @Option(help: "The folder that keeps it (default: MANTLET_MESH, else .mantlet-mesh).") var store: String?
    @Flag(help: "One object.") var json = false

    func validate() throws {
      guard (1...3650).contains(days) else { throw ValidationError("--days is 1 to 3650") }
    }

    func run() async throws {
      let folder = try MeshFolder(at: MeshFolder.location(store))
      let lock = try folder.lock()
      defer { withExtendedLifetime(lock) {} }
      var kept = try await folder.mission()
      let (now, old) = (SystemTime.now, kept.keyring.current)
      var dice = SystemRandomNumberGenerator()
      do throws(MeshError) {
        // Also beyond a next key that others may have: they would take this one for an older one.
        let last = max(kept.keyring.highestEpoch, kept.keyring.entries.map(\.key.epoch).max() ?? 0)
        guard last < .max else { throw .keyRolledBack(epoch: .max) }
        let key = try MeshKey.random(
          mission: old.mission, epoch: last + 1, notBefore: now - GivenMeshKey.slack,
          notAfter: now + MeshTime(days) * 86_400_000, authority: old.authority, using: &dice)
        kept.keyring = try kept.keyring.rotated(
          to: key, graceUntil: now + MeshLimits().grace, condemned: lost)
        try await folder.keys.save(kept.stored())
        PSKFacts(key).print(json: json)
      } catch {
        throw ExitStatus.stop(error, ExitStatus.failure)
      }
    }
  }
#endif
