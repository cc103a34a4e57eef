#if os(Linux)
  import Foundation
  import LinuxSecretFiles
  import NetworkTrust
  import SecretStorage
  import TakGateway

  /// The folder in which an imported server is kept, its key sealed.
  struct TakState {
    private let folder: String

    init(_ folder: String) { self.folder = folder }

    /// - Throws: ``GatewayError/storeFailed``
    func store() throws(GatewayError) -> TakServerStore {
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return TakServerStore(try SecretFiles(folder: folder + "/secrets", random: SystemRandomNumberGenerator()))
      } catch { throw .storeFailed }
    }

    /// To be held while what is kept is replaced, so that no command undoes another's.
    ///
    /// - Throws: exit code 75 while somebody else holds it, after saying so.
    func lock() throws -> StateLock {
      do throws(StateError) { return try held() } catch {
        guard case .inUse = error else { throw ExitStatus.stop(error, ExitStatus.code(of: error)) }
        throw ExitStatus.stop("\(folder): another command changes this server; try again", ExitStatus.tryAgain)
      }
    }

    private func held() throws(StateError) -> StateLock {
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch { throw .unwritable(path: folder, errno: errno) }
      return try StateLock(folder: folder)
    }

    /// Keeps the key with which this server was seen first: in what is kept now, which may be newer than `server`.
    ///
    /// - Returns: the key that counts from now on, which is another than `pin` when somebody kept one of this server before
    ///   us; nil when nothing is kept of it: another server is by now, or somebody else is changing what is.
    /// - Throws: ``GatewayError``
    func remember(_ pin: ServerPin, of server: TakServer) async throws(GatewayError) -> ServerPin? {
      let lock: StateLock
      do throws(StateError) { lock = try held() } catch {
        if case .inUse = error { return nil }
        throw .storeFailed
      }
      defer { withExtendedLifetime(lock) {} }
      let store = try store()
      guard var kept = try await store.read(), kept.endpoint == server.endpoint, kept.authorities == server.authorities
      else { return nil }
      if let former = kept.pin { return former }
      kept.pin = pin
      try await store.save(kept)
      return pin
    }

    /// What was imported here.
    ///
    /// - Throws: exit code 65, after saying why.
    func server() async throws -> TakServer {
      do throws(GatewayError) {
        if let server = try await store().read() { return server }
      } catch { throw ExitStatus.stop(error, ExitStatus.unreadable) }
      throw ExitStatus.stop("\(folder): import a data package first", ExitStatus.unreadable)
    }
  }
#endif
