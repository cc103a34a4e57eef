import ArgumentParser
import Crypto
import Foundation
import TrustWire

/// `mantlet policy overlay`: signs which probes devices shall let count for less. Exit 65 when the overlay or the key
/// cannot be read.
struct PolicyOverlay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overlay", abstract: "Sign a probe overlay; print it as a compact JWS.",
    discussion: """
      The file holds {"version": 1, "number": 1, "iat": SECONDS, "exp": SECONDS, "probes": {"PROBE": "off"}}; a change is
      off, medium or weak. The key's thumbprint, printed on standard error, is the policy's integrity.overlayKey.
      """)

  @Argument(help: "The overlay's file.") var file: String
  @Option(help: "The overlay key, a P-256 private key in PEM.") var key: String

  func run() async throws {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw ExitStatus.stop("cannot read \(file)", ExitStatus.unreadable)
    }
    let overlay: ProbeOverlay
    do { overlay = try ProbeOverlay(reading: Array(data)) } catch {
      throw ExitStatus.stop("\(file): \(error)", ExitStatus.unreadable)
    }
    let pem: [UInt8]
    do { pem = try StateFile.read(key) } catch { throw ExitStatus.stop(error, ExitStatus.unreadable) }
    guard let signer = try? P256.Signing.PrivateKey(pemRepresentation: String(decoding: pem, as: UTF8.self)) else {
      throw ExitStatus.stop("\(key) is no P-256 private key in PEM", ExitStatus.unreadable)
    }
    let identity = DevicePublicKey(signer.publicKey)
    StandardOutput.print(
      try await SignedMessage.compact(.overlay, payload: overlay.bytes, key: identity) { bytes in
        Array(try signer.signature(for: bytes).rawRepresentation)
      })
    StandardError.print("overlayKey \(identity.thumbprint)")
  }
}
