#if os(Linux)
  import Foundation
  import LinuxSecretFiles
  import Mantlet
  import PeerMesh
  import Redaction
  import SecretStorage
  import SecurityPolicy

  /// A folder of sealed files that keeps this machine's mission and device keys.
  struct MeshFolder {
    private static let deviceName = SecretName(constant: "mesh.device")
    private let path: String
    let secrets: SecretFiles
    var keys: any MeshKeyStore { StoredMeshKeys(secrets) }

    /// `--store`, else `MANTLET_MESH`, else `.mantlet-mesh` here.
    static func location(_ option: String?) -> String {
      option ?? ProcessInfo.processInfo.environment["MANTLET_MESH"] ?? ".mantlet-mesh"
    }

    /// - Throws: an exit code, after saying why.
    init(at path: String) throws {
      self.path = path
      do throws(StorageError) { secrets = try SecretFiles(folder: path, random: SystemRandomNumberGenerator()) } catch {
        throw ExitStatus.stop("\(path): \(error)", error == .busy ? ExitStatus.tryAgain : ExitStatus.unreadable)
      }
    }

    /// To be held while keys are replaced or removed, and while a node runs: see ``MissionLock``.
    ///
    /// - Throws: an exit code, after saying why.
    func lock() throws -> MissionLock { try MissionLock(on: path) }

    /// The mission that was imported here.
    ///
    /// - Throws: an exit code, after saying why.
    func mission() async throws -> KeptMission {
      do throws(MeshError) {
        if let kept = try await keys.load() { return try KeptMission(stored: kept) }
      } catch {
        throw ExitStatus.stop(error, ExitStatus.unreadable)
      }
      throw ExitStatus.stop("no mesh key here; make one with `mantlet psk new` or import one", ExitStatus.usage)
    }

    /// This machine as a device: the keys of the first time, every time.
    func device(callsign: String, team: String = "") async throws -> MeshDevice {
      var dice = SystemRandomNumberGenerator()
      if let kept = try await secrets.read(Self.deviceName) {
        return try Self.device(kept, callsign: callsign, team: team)
      }
      let fresh = Secret(randomBytes: MeshMember.secretByteCount, using: &dice)
      let first = try await secrets.addOrRead(fresh, as: Self.deviceName, access: AccessRequirement())
      return try Self.device(first, callsign: callsign, team: team)
    }

    /// Removes the device's keys and reads back.
    func wipeDevice() async -> Verdict {
      do throws(StorageError) {
        try await secrets.delete(Self.deviceName)
        return try await secrets.read(Self.deviceName) == nil ? .holds : .fails("the device's keys are still there")
      } catch {
        return .undetermined("the store of the device's keys did not answer")
      }
    }

    /// A device from random bytes, as an app's.
    static func device(_ secret: borrowing Secret, callsign: String, team: String) throws -> MeshDevice {
      try MeshMember(callsign: callsign, team: team).device(from: secret)
    }
  }
#endif
