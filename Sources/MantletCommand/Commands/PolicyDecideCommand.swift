#if Server
  import ArgumentParser
  import Foundation
  import SecurityPolicy
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// `mantlet policy decide`: the server's decision on a report, offline. Exit 0 admitted, 1 refused, 2 when the primary
  /// code is `unknown`, 65 for a report, policy or facts that cannot be read.
  struct PolicyDecide: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "decide", abstract: "Say how the server would decide about a device's report.",
      discussion: """
        The report is the JSON of a report, or the signed text that a device sends; a signature is verified. Evidence that
        lies beside a signed report is not looked at: give what it proves with --attested, as JSON.
        """)

    @Option(help: "The report's file.") var report: String
    @Option(help: "The policy's file.") var policy: String
    @Option(help: "What hardware attests, a file with JSON.") var attested: String?
    @Option(
      name: .customLong("at"), help: "When, in ISO 8601 or seconds since 1970 (default: when the newest check ran).")
    var moment: String?
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
      let rules = try PolicyFile.read(policy).server
      let (bytes, isSigned) = try reportBytes()
      let decision: Decision
      do throws(WireError) {
        let facts = try attestedDevice()
        let now = try seconds(bytes)
        decision = try DecisionEngine.decide(reading: bytes, attested: facts, policy: rules, now: now)
      } catch {
        throw ExitStatus.stop("\(error)", ExitStatus.unreadable)
      }
      if json {
        let signed = JSONMember("signature", .string(isSigned ? "verified" : "none"))
        StandardOutput.print(JSONWriter().text(JSONNode(.object((decision.node.members ?? []) + [signed]))))
      } else {
        Self.describe(decision)
      }
      guard decision.verdict.exitCode == 0 else { throw ExitCode(decision.verdict.exitCode) }
    }

    private func file(_ path: String) throws -> [UInt8] {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw ExitStatus.stop("cannot read \(path)", ExitStatus.unreadable)
      }
      return Array(data)
    }

    private func reportBytes() throws -> (bytes: [UInt8], isSigned: Bool) {
      let content = try file(report)
      let text = String(decoding: content, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      guard !text.hasPrefix("{") else { return (content, false) }
      do {
        let compact = try ReportParcel(reading: text).compact
        return (try SignedMessage(verifying: compact, as: .report).payload, true)
      } catch {
        throw ExitStatus.stop("\(report): \(error)", ExitStatus.unreadable)
      }
    }

    private func attestedDevice() throws(WireError) -> AttestedDevice? {
      guard let attested else { return nil }
      guard let data = FileManager.default.contents(atPath: attested) else { throw .missing(member: "attested") }
      let node: JSONNode
      do { node = try JSONReader(maximumBytes: 64 << 10).read(Array(data)) } catch { throw .unreadable(error) }
      return try AttestedDevice(node: node)
    }

    /// Without a time the decision is about the moment of the newest check, so that a kept report can be judged again.
    private func seconds(_ bytes: [UInt8]) throws(WireError) -> Int64 {
      if let moment {
        if let seconds = Int64(moment) { return seconds }
        guard let date = try? Date(moment, strategy: .iso8601) else { throw .missing(member: "at") }
        return Int64(date.timeIntervalSince1970.rounded(.down))
      }
      do throws(WireError) { return try SecurityReport(reading: bytes).date } catch {
        guard error == .unknownVersion else { throw error }
        return 0
      }
    }

    private static func describe(_ decision: Decision) {
      StandardOutput.print(decision.tier.map { "admitted: \($0.rawValue)" } ?? "refused")
      for reason in decision.reasons { StandardOutput.print("✗ \(line(reason))") }
      for reason in decision.observed { StandardOutput.print("~ \(line(reason)) (only watched)") }
      for fact in DecisionFact.allCases {
        guard let basis = decision.basis[fact] else { continue }
        StandardOutput.print("  \(fact.rawValue): \(basis.rawValue)")
      }
    }

    private static func line(_ reason: DecisionReason) -> String {
      "\(reason.code.rawValue) (\(reason.cause.rawValue), \(reason.basis.rawValue)): \(reason.explanation)"
    }
  }
#endif
