#if Server && os(Linux)
  import AppSession
  import Foundation
  import LinuxSecretFiles
  import SecretStorage

  /// The device's own AppToken with letters of its signature changed, for the attack that `mantlet up` shows. It opens
  /// nothing: any change breaks the signature.
  enum ChangedToken {
    static func make(deviceFolder: String) async throws -> String {
      let secrets = try SecretFiles(folder: deviceFolder + "/secrets", random: SystemRandomNumberGenerator())
      guard let name = SecretName("session"), let stored = try await secrets.read(name),
        let token = try StoredSession(reading: stored).app?.access.exposedText()
      else { return "no.token.yet" }
      let tail = token.suffix(8).map { $0 == "A" ? "B" : "A" }.joined()
      return token.dropLast(8) + tail
    }
  }
#endif
