#if canImport(Security)
  import AppIntegrity
  import AppleKeychain
  import AppleTransport
  import DataLifecycle
  import Foundation
  import NetworkTrust
  import SealedRecords
  import SecretStorage
  import SecurityPolicy

  extension AppleStores {
    /// The same as ``adapters(transport:check:migration:openRecords:)`` with the way to the server that the policy names:
    /// its endpoint, anchors, pins and TLS version, over `URLSession`. Pins follow signed updates, and servers that showed
    /// others are noted for ``Shield/reportPinFailures()``. A server that asks who we are is shown
    /// ``Shield/clientIdentity``, whose keys are made in the Secure Enclave where there is one. Before the first unlock
    /// after a restart, and whenever the device is locked under a policy that keeps secrets for unlocked devices only,
    /// nobody can read what an update withdrew: the shield obeys it before its first request after that; a request of the
    /// app's own over this transport may come earlier.
    ///
    /// - Parameter now: the time that certificates are judged at.
    /// - Throws: ``ShieldError/network(_:)`` for an endpoint, a pin or an anchor that cannot be read.
    public func adapters(
      policy: DevicePolicy, check: SecurityCheck, migration: LegacyMigration? = nil,
      now: @escaping @Sendable () -> Date = { Date() }, openRecords: @escaping OpenRecords
    ) async throws(ShieldError) -> Shield.Adapters {
      let slice = policy.slice
      let access = AccessRequirement().within(slice.storage)
      let failures = PinFailureQueue(store: StoredPinFailures(store: secrets, access: access))
      let notes = TrustNoteLog()
      let transport: URLSessionTransport
      let (rotation, pins): (PinRotation, PinPolicy)
      do throws(NetworkError) {
        rotation = PinRotation(
          builtIn: try PinPolicy(slice.connection), store: StoredPinUpdate(store: secrets, access: access))
        pins = await rotation.policy(at: now())
        transport = try URLSessionTransport(
          endpoint: Endpoint(slice.connection.endpoint), anchors: TrustAnchors(slice.connection),
          pinning: pins, requirement: slice.network, identity: identity, failures: failures,
          judged: notes.hear, now: now)
      } catch {
        throw .network(error)
      }
      var adapters = adapters(transport: transport, check: check, migration: migration, openRecords: openRecords)
      let forget = adapters.identityChanged
      adapters.identityChanged = {
        forget()
        transport.leaveConnections()
      }
      adapters.pinUpkeep = PinUpkeep(rotation: rotation, failures: failures, obeyed: pins) {
        pins throws(NetworkError) in
        try transport.adopt(pins)
      }
      return adapters
    }
  }
#endif
