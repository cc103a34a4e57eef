#if os(Linux) && LinuxClient && Records
  import AppIntegrity
  import Foundation
  import LinuxSecretFiles
  import LinuxTransport
  import NetworkTrust
  import ProcSignals
  import SealedRecords
  import SecretStorage
  import SecurityPolicy

  extension Shield {
    /// A shield on Linux: secrets in sealed files, records in SQLite, TLS through NIO, probes through `/proc`.
    ///
    /// There is no hardware keystore here: the device key rests as well as the folder does.
    ///
    /// - Parameters:
    ///   - folder: the app's private folder; made with mode 0700.
    ///   - deviceRoot: reads the device from a staged tree; empty for this machine.
    ///   - port: another port than the policy's, for tests; host and pins stay.
    /// - Throws: ``ShieldError``.
    public static func linux(
      policy: DevicePolicy, app: AppIdentity, folder: String, deviceRoot: String = "", port: UInt16? = nil
    ) async throws(ShieldError) -> Shield {
      let slice = policy.slice
      let adapters: Adapters
      do {
        try? FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let secrets = try SecretFiles(folder: folder + "/secrets", random: SystemRandomNumberGenerator())
        let access = AccessRequirement(slice.storage)
        let policyEndpoint = try Endpoint(slice.connection.endpoint)
        let transport = try PinnedHTTPTransport(
          endpoint: port.map { Endpoint(host: policyEndpoint.host, port: $0) } ?? policyEndpoint,
          anchors: try TrustAnchors(base64: slice.connection.anchors),
          pins: try PinSet(base64: slice.connection.pins), requirement: slice.network, now: { Date() })
        let probes = ProcSignals(root: deviceRoot)
        adapters = Adapters(
          key: try await StoredDeviceKey(in: secrets, access: access), secrets: secrets,
          records: try SQLiteRecords(
            path: folder + "/records.sqlite", keys: try await StoredRecordKeys(in: secrets, access: access),
            random: SystemRandomNumberGenerator()),
          transport: transport, check: SecurityCheck(facts: probes, sources: [probes]))
      } catch let error as StorageError {
        throw .storage(error)
      } catch let error as RecordError {
        throw .records(error)
      } catch let error as NetworkError {
        throw .network(error)
      } catch {
        throw .storage(.unavailable(0))
      }
      return try Shield(policy: policy, app: app, adapters: adapters)
    }
  }
#endif
