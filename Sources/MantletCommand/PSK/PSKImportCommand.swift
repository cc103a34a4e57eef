#if os(Linux)
  import ArgumentParser
  import Foundation
  import PeerMesh

  /// `mantlet psk import`: takes a key over once its fingerprint was compared.
  struct PSKImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Keep a key that somebody gave; its fingerprint must be entered.",
      discussion: """
        The fingerprint, as digits or words, comes from whoever gave the key, by another way than the key. Without \
        --fingerprint it is asked for on a terminal. A key of the kept mission must be of a larger epoch, and none is \
        taken before or after its time. The file, a key's text or a package of `mantlet psk package` for this machine, is \
        removed once the key is kept: flash memory and backups may still hold it.
        """)

    @Argument(help: "A private file, or - for the first line of standard input.") var source: String
    @Option(help: "The fingerprint that the giver named.") var fingerprint: String?
    @Option(help: "The mission's name, for a key in the seed's form, which has none.") var mission = "mission"
    @Option(help: "The folder that keeps it (default: MANTLET_MESH, else .mantlet-mesh).") var store: String?
    @Flag(help: "Leave the file where it is.") var keep = false
    @Flag(help: "One object.") var json = false

    func run() async throws {
      let text = try GivenMeshKey.text(source)
      let folder = try MeshFolder(at: MeshFolder.location(store))
      let lock = try folder.lock()
      defer { withExtendedLifetime(lock) {} }
      let pending = try await pending(text, in: folder)
      let entered = try fingerprint ?? asked(pending)
      let kept: KeptMission?
      do throws(MeshError) {
        if let stored = try await folder.keys.load() { kept = try KeptMission(stored: stored) } else { kept = nil }
      } catch {
        throw ExitStatus.stop(error, ExitStatus.unreadable)
      }
      guard kept?.keyring.current.mission ?? pending.mission == pending.mission else {
        throw ExitStatus.stop(
          "another mission is kept here; end it with `mantlet psk wipe`, or name another --store", ExitStatus.usage)
      }
      do throws(MeshError) {
        let key = try pending.confirm(fingerprint: entered)  // O.Data_2#962
        try key.checkTime(at: SystemTime.now)
        var mission = KeptMission(keyring: try MeshKeyring(key))
        if let kept {
          mission = kept
          mission.keyring = try kept.keyring.rotated(to: key, graceUntil: SystemTime.now + MeshLimits().grace)
        }
        try await folder.keys.save(mission.stored())
        PSKFacts(key).print(json: json)
      } catch {
        switch error {
        case .fingerprintMismatch, .keyRolledBack, .keyExpired, .keyNotYetValid:
          throw ExitStatus.stop(error, ExitStatus.fails)
        default: throw ExitStatus.stop(error, ExitStatus.failure)
        }
      }
      if source != "-", !keep { try SpentFile.remove(source, after: "the key is kept") }
    }

    private func pending(_ text: String, in folder: MeshFolder) async throws -> PendingMeshKey {
      let device = text.hasPrefix(MeshKeyPackage.prefix) ? try await folder.device(callsign: "device") : nil
      do throws(MeshError) {
        if let device { return try MeshKeyPackage.read(text, by: device, now: SystemTime.now) }
        return try MeshKeyText.read(text, mission: mission, now: SystemTime.now)
      } catch { throw GivenMeshKey.stop(error) }
    }

    private func asked(_ pending: PendingMeshKey) throws -> String {
      guard source != "-", isatty(0) == 1 else {
        throw ExitStatus.stop("say the --fingerprint that the giver of the key named", ExitStatus.usage)
      }
      StandardError.print("mission \(pending.mission), epoch \(pending.epoch). Fingerprint that its giver named:")
      return readLine() ?? ""
    }
  }
#endif
