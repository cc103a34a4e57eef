#if os(Linux) && LinuxClient
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
  }
#endif
