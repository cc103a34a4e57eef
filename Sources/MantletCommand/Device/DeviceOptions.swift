import ArgumentParser
import Foundation
import Mantlet
import Redaction

/// What every `mantlet device` process is given.
struct DeviceOptions: ParsableArguments {
  @Option(help: "The device's own folder: its secrets and records.")
  var folder: String
  @Option(help: "The signed policy slice (a file).")
  var slice: String
  @Option(help: "The thumbprint of the key that the slice must be signed with.")
  var signer: String
  @Option(help: "Read the device from a staged tree instead of this machine.")
  var root: String = ""
  @Option(help: "Talk to this port instead of the policy's; the pins stay.")
  var port: UInt16?

  static let app = AppIdentity(identifier: "org.example.sleeplog", version: "1.0")

  func policy() throws -> DevicePolicy {
    guard let compact = try? String(contentsOfFile: slice, encoding: .utf8) else {
      throw ExitStatus.stop("cannot read the policy slice \(slice)", ExitStatus.unreadable)
    }
    return try DevicePolicy(verifying: compact, signedBy: signer)
  }

  func shield() async throws -> Shield {
    try await Shield.linux(
      policy: try policy(), app: Self.app, folder: folder, deviceRoot: root, port: port)
  }
}
