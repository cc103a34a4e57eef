#if os(Linux)
  import Foundation
  import LinuxSecretFiles
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
