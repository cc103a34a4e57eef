import ArgumentParser
import Crypto
import Foundation
import SecurityPolicy
import TrustWire
import UntrustedInput

/// `mantlet policy`: check, show, slice, overlay, decide.
struct PolicyCommand: AsyncParsableCommand {
  #if Server
    private static let decisions: [any ParsableCommand.Type] = [PolicyDecide.self]
  #else
    private static let decisions: [any ParsableCommand.Type] = []
  #endif

  static let configuration = CommandConfiguration(
    commandName: "policy", abstract: "Check a policy, cut a device's slice, judge a report by it.",
    subcommands: [PolicyCheck.self, PolicyShow.self, PolicySliceCommand.self, PolicyOverlay.self] + decisions)
}

/// Exit 0 when the policy is sound, 65 when it is not.
struct PolicyCheck: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "check", abstract: "Say whether a policy is sound.")
  @Argument(help: "The policy file.") var file: String

  func run() throws {
    let policy = try PolicyFile.read(file)
    let names = EnvironmentName.allCases.filter { policy.environments[$0] != nil }.map(\.rawValue)
    StandardOutput.print("\(file): the policy is sound (environments: \(names.joined(separator: ", ")))")
    for name in EnvironmentName.allCases where policy.environments[name]?.pinning.certificates.isEmpty == false {
      StandardError.print(
        "mantlet: warning: environments.\(name.rawValue).pinning.certificates: a pin of a whole certificate ends with its "
          + "renewal, in every app that is installed; pin keys")
    }
  }
}

/// Prints every value in force, defaults included.
struct PolicyShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print every value in force, defaults included.")
  @Argument(help: "The policy file.") var file: String

  func run() throws {
    StandardOutput.print(JSONWriter(indentation: 2).text(PolicyDocument.write(try PolicyFile.read(file))))
  }
}

/// What a device carries: signed, without server rules.
struct PolicySliceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slice", abstract: "Cut and sign the part that a device carries; print it as a compact JWS.")

  enum Reader: String, ExpressibleByArgument, CaseIterable { case device }

  @Argument(help: "The policy file (default: the state directory's).") var file: String?
  @Option(help: "The state directory (default: MANTLET_STATE, else .mantlet).") var state: String?
  @Option(name: .customLong("for"), help: "Who carries the slice.") var reader: Reader = .device
  @Option(help: "dev, stage or prod.") var environment: String = "dev"
  @Option(help: "The policy key, a P-256 private key in PEM (default: the state directory's).") var key: String?
  @Flag(help: "Print the slice's text and digest instead, unsigned.") var plain = false

  func validate() throws {
    if EnvironmentName(rawValue: environment) == nil { throw ValidationError("--environment is dev, stage or prod") }
  }

  func run() async throws {
    let folder = StateDirectory.location(state)
    let file = file ?? folder + "/policy.json"
    let policy = try PolicyFile.read(file)
    guard let name = EnvironmentName(rawValue: environment), let slice = policy.slice(for: name) else {
      throw ExitStatus.stop("\(file) has no environment \(environment)", ExitStatus.unreadable)
    }
    if plain {
      StandardOutput.print(String(decoding: slice.bytes, as: UTF8.self))
      StandardError.print("digest \(slice.digest)")
      return
    }
    let key = key ?? folder + "/" + Authority.policyKey
    let pem: [UInt8]
    do {
      pem = try StateFile.read(key)
    } catch {
      throw ExitStatus.stop(error, ExitStatus.unreadable)
    }
    guard let signer = try? P256.Signing.PrivateKey(pemRepresentation: String(decoding: pem, as: UTF8.self)) else {
      throw ExitStatus.stop("\(key) is no P-256 private key in PEM", ExitStatus.unreadable)
    }
    StandardOutput.print(try await Self.sign(slice, with: signer))
  }

  static func sign(_ slice: PolicySlice, with key: P256.Signing.PrivateKey) async throws -> String {
    try await SignedMessage.compact(.policySlice, payload: slice.bytes, key: DevicePublicKey(key.publicKey)) { bytes in
      Array(try key.signature(for: bytes).rawRepresentation)
    }
  }
}
