import ArgumentParser
import Foundation
import NetworkTrust
import SecurityPolicy
import TrustWire
import UntrustedInput

/// `mantlet pin verify`: whether a device with this policy would obey a pin update, and whether it loses what the one
/// before it withdrew: only the newest update counts.
struct PinVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Say whether a device would obey a pin update.",
    discussion: """
      Warns of what it withdraws to no effect, and of a withdrawn anchor: every path that ends there is refused then, but \
      for those in which a pinned key stands below it. With --previous also of a host that it names no more; it \
      fails when a withdrawn key would be trusted again, unless --reinstate names that. Exit codes: 0 it would, 1 it \
      would not, or should not after the one before, and why, 65 unreadable.
      """)

  @Argument(help: "The signed update, a compact JWS.") var file: String
  @Option(help: "The policy file.") var policy: String
  @Option(help: "dev, stage or prod.") var environment = "prod"
  @Option(help: "The number of the update that the device obeys already.") var after: Int64 = 0
  @OptionGroup var predecessor: PinPredecessorOptions
  @Option(help: "As of this time, as in 2026-06-01T12:00:00Z (default: now).") var at: String?
  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    let bytes = try GivenFile.read(file)
    let rules = try PolicyFile.read(policy)
    guard let name = EnvironmentName(rawValue: environment), let connection = rules.environments[name] else {
      throw ExitStatus.stop("the policy has no environment \(environment)", ExitStatus.usage)
    }
    guard let now = at.map({ try? Date($0, strategy: .iso8601) }) ?? Date() else {
      throw ExitStatus.stop("--at is a time as in 2026-06-01T12:00:00Z", ExitStatus.usage)
    }
    let pins: PinPolicy
    do { pins = try PinPolicy(connection) } catch { throw ExitStatus.stop(error, ExitStatus.unreadable) }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    let verified: VerifiedPinUpdate
    do { verified = try VerifiedPinUpdate(verifying: text, for: pins, now: now, after: after) } catch {
      if json { StandardOutput.print(["verdict": "fails", "reason": .string("\(error)")]) }
      throw ExitStatus.stop(error, error == .unreadable ? ExitStatus.unreadable : ExitStatus.fails)
    }
    let update = verified.update
    var warnings: [String]
    do { warnings = try Self.warnings(of: update, for: pins, anchors: TrustAnchors(connection)) } catch {
      throw ExitStatus.stop(error, ExitStatus.unreadable)
    }
    warnings += try predecessor.compare(update, signedBy: pins.rules.updateKey, json: json)
    for warning in warnings { StandardError.print("warning: \(warning)") }
    if json {
      StandardOutput.print([
        "verdict": "holds", "number": .integer(update.number), "iat": .integer(update.issuedAt),
        "exp": .integer(update.expiresAt),
        "hosts": JSONNode(
          .array(
            update.hosts.map {
              ["host": .string($0.host), "pins": .strings($0.pins), "withdrawn": .strings($0.withdrawn)]
            })), "warnings": .strings(warnings),
      ])
    } else {
      StandardOutput.print(
        "number \(update.number), until \(Date(timeIntervalSince1970: Double(update.expiresAt)).ISO8601Format())")
      for host in update.hosts {
        let withdrawn = host.withdrawn.isEmpty ? [] : ["withdrawn"] + host.withdrawn
        StandardOutput.print("\(host.host): \((host.pins + withdrawn).joined(separator: " "))")
      }
    }
  }

  private static func warnings(
    of update: PinUpdate, for pins: PinPolicy, anchors: TrustAnchors
  ) throws(NetworkError) -> [String] {
    let listed: [[UInt8]]
    switch anchors {
    case .certificates(let own), .systemAnd(let own), .platform(let own): listed = own
    case .system: listed = []
    }
    var anchorPins: Set<ServerPin> = []
    for certificate in listed { anchorPins.insert(try ServerPin(certificateDER: certificate)) }
    var warnings: [String] = []
    for entry in update.hosts {
      let host = try ServerHost(entry.host)
      let reserve = pins.hosts.first { $0.host == host }?.pins.ordered.dropFirst() ?? []
      for text in entry.withdrawn {
        let pin = try ServerPin(base64: text)
        if reserve.contains(pin) {
          warnings.append("\(host): \(text) is built in as a reserve; apps keep it")
        } else if anchorPins.contains(pin) {
          warnings.append("\(host): \(text) is an anchor of the policy; only paths with a pinned key below it are left")
        }
      }
    }
    return warnings
  }
}
