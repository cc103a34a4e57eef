import ArgumentParser
import Crypto
import Foundation
import NetworkTrust
import TrustWire
import UntrustedInput

/// `mantlet pin sign`: signs pins that apps shall take beside those of their policy. Only the newest update counts, and
/// nothing of the one before it is kept: hence `--previous`. Exit 1 when it should not follow the one before, 65 when an
/// update or the key cannot be read.
struct PinSignCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Sign a pin update; print it as a compact JWS.",
    discussion: """
      The file holds {"version": 1, "number": 1, "iat": SECONDS, "exp": SECONDS, "hosts": [{"host": "api.example.org", \
      "pins": ["…", "…"]}]}; the first pin is the key in use. "withdrawn" beside "pins" names keys that were lost: apps take \
      them no longer, but for those that are built in as a reserve. `mantlet serve --pins FILE` hands it to devices.
      Only the newest update counts: it has to repeat what shall still hold of the one before. With --previous it is \
      refused when a withdrawn key would be trusted again, unless --reinstate names that; a host that it names no more \
      is a warning. Exit codes: 0 signed, 1 it should not follow the one before and why, 65 unreadable.
      """)

  @Argument(help: "The update's file.") var file: String
  @Option(help: "The update key, a P-256 private key in PEM.") var key: String
  @OptionGroup var predecessor: PinPredecessorOptions

  func run() async throws {
    let update: PinUpdate
    let bytes = try GivenFile.read(file)
    do { update = try PinUpdate(reading: bytes) } catch {
      throw ExitStatus.stop("\(file): \(error)", ExitStatus.unreadable)
    }
    // A device passes over what it does not know, and a misspelt member would be missing without a word.
    if let unknown = Self.unknownMember(in: bytes) {
      throw ExitStatus.stop("\(file): unknown member \"\(unknown)\"", ExitStatus.unreadable)
    }
    // As a device reads them: it would refuse the whole update for one that is malformed.
    do throws(NetworkError) {
      var hosts: Set<ServerHost> = []
      for entry in update.hosts {
        guard hosts.insert(try ServerHost(entry.host)).inserted else { throw .malformedHost }
        _ = try PinSet(base64: entry.pins)
        for text in entry.withdrawn { _ = try ServerPin(base64: text) }
      }
    } catch {
      throw ExitStatus.stop("\(file): \(error)", ExitStatus.unreadable)
    }
    let pem: [UInt8]
    do { pem = try StateFile.read(key) } catch { throw ExitStatus.stop(error, ExitStatus.unreadable) }
    guard let signer = try? P256.Signing.PrivateKey(pemRepresentation: String(decoding: pem, as: UTF8.self)) else {
      throw ExitStatus.stop("\(key) is no P-256 private key in PEM", ExitStatus.unreadable)
    }
    let identity = DevicePublicKey(signer.publicKey)
    let warnings = try predecessor.compare(update, signedBy: identity.thumbprint)
    let signed = try await SignedMessage.compact(.pinUpdate, payload: update.bytes, key: identity) { bytes in
      Array(try signer.signature(for: bytes).rawRepresentation)
    }
    guard signed.utf8.count <= VerifiedPinUpdate.byteLimit else {
      let refusal = PinUpdateRefusal.tooLarge(limit: VerifiedPinUpdate.byteLimit)
      throw ExitStatus.stop("\(file): \(refusal)", ExitStatus.unreadable)
    }
    for warning in warnings { StandardError.print("warning: \(warning)") }
    if predecessor.previous == nil, update.number > 1 {
      StandardError.print("mantlet: number \(update.number) is compared with none before it: name that with --previous")
    }
    StandardOutput.print(signed)
    StandardError.print("updateKey \(identity.thumbprint)")
  }

  /// The first member, of the update or of one of its hosts, that no device reads.
  private static func unknownMember(in bytes: [UInt8]) -> String? {
    func first(of node: JSONNode, beside known: Set<String>) -> String? {
      guard case .object(let members) = node.value else { return nil }
      return members.map(\.name).first { !known.contains($0) }
    }
    guard let node = try? JSONReader().read(bytes) else { return nil }
    return first(of: node, beside: ["version", "number", "iat", "exp", "hosts"])
      ?? node["hosts"]?.array?.lazy.compactMap { first(of: $0, beside: ["host", "pins", "withdrawn"]) }.first
  }
}
