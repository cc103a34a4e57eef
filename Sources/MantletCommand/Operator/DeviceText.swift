#if Server
  import SecurityPolicy
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// Devices as text and as JSON.
  enum DeviceText {
    static func line(_ device: DeviceSummary) -> String {
      var parts = [device.device]
      if let row = device.row { parts += facts(row) } else { parts.append("never admitted") }
      if let latest = device.latest {
        parts.append("report \(outcome(latest)) \(OperatorDesk.date(latest.receivedAt))")
      }
      if device.block != nil { parts.append("blocked") }
      return parts.joined(separator: "  ")
    }

    static func lines(_ history: DeviceHistory, reports: Bool) -> [String] {
      var lines = [history.device]
      if let row = history.row {
        lines.append((facts(row) + ["first seen \(OperatorDesk.date(row.firstSeen))"]).joined(separator: "  "))
      } else {
        lines.append("never admitted")
      }
      if let block = history.block {
        lines.append("blocked \(OperatorDesk.date(block.blockedAt)): \(OperatorDesk.claim(block.reason))")
      }
      if let key = history.attestedKey {
        lines.append(
          "attested key \(Base64URL.encode(key.keyID).prefix(16)) counter \(key.counter) "
            + "\(key.category.map(OperatorDesk.claim) ?? "-") \(OperatorDesk.date(key.updated))")
      }
      for session in history.sessions {
        lines.append("session \(session.id)  \(session.kind.rawValue)  used \(OperatorDesk.date(session.lastUsedAt))")
      }
      for report in history.reports {
        lines.append("report \(OperatorDesk.date(report.receivedAt))  \(outcome(report))  \(report.size) bytes")
        for reason in decision(report)["reasons"]?.array ?? [] {
          let words = ["code", "cause", "basis", "explanation"].compactMap { reason[$0]?.string }
          lines.append("  " + OperatorDesk.claim(words.joined(separator: "  ")))
        }
        if reports { lines.append("  " + (report.compact ?? "(too large to keep)")) }
      }
      return lines
    }

    static func members(_ device: DeviceSummary) -> [JSONMember] {
      var members = [
        JSONMember("device", .string(device.device)), JSONMember("admitted", JSONNode(.bool(device.row != nil))),
      ]
      if let row = device.row { members += Self.members(row) }
      if let latest = device.latest { members.append(JSONMember("latest", node(latest, compact: false))) }
      if let block = device.block { members.append(JSONMember("block", node(block))) }
      return members
    }

    static func node(_ history: DeviceHistory, reports: Bool) -> JSONNode {
      var members = [
        JSONMember("device", .string(history.device)), JSONMember("admitted", JSONNode(.bool(history.row != nil))),
      ]
      if let row = history.row { members += Self.members(row) }
      if let block = history.block { members.append(JSONMember("block", node(block))) }
      if let key = history.attestedKey {
        members.append(
          JSONMember(
            "attested_key",
            [
              "key_id": .string(Base64URL.encode(key.keyID)), "counter": .integer(Int64(key.counter)),
              "category": key.category.map { .string($0) } ?? JSONNode(.null), "updated_at": .integer(key.updated),
            ]))
      }
      members.append(
        JSONMember("sessions", JSONNode(.array(history.sessions.map { SessionsCommand.List.node($0) }))))
      members.append(
        JSONMember("reports", JSONNode(.array(history.reports.map { node($0, compact: reports) }))))
      return JSONNode(.object(members))
    }

    private static func node(_ block: DeviceBlock) -> JSONNode {
      ["reason": .string(block.reason), "blocked_at": .integer(block.blockedAt)]
    }

    private static func members(_ row: DeviceRow) -> [JSONMember] {
      [
        JSONMember("tier", .string(row.tier.rawValue)), JSONMember("platform", .string(row.platform.rawValue)),
        JSONMember("version", .string(row.version)),
        JSONMember("patch", row.facts.patchLevel.map { .string($0) } ?? JSONNode(.null)),
        JSONMember("app", .string(row.app)), JSONMember("app_version", .string(row.appVersion)),
        JSONMember("first_seen_at", .integer(row.firstSeen)), JSONMember("last_seen_at", .integer(row.lastSeen)),
      ]
    }

    private static func node(_ report: ReportRow, compact: Bool) -> JSONNode {
      var members = [
        JSONMember("received_at", .integer(report.receivedAt)), JSONMember("outcome", .string(outcome(report))),
        JSONMember("size", .integer(Int64(report.size))),
        JSONMember("sha256", .string(Base64URL.encode(report.digest))),
        JSONMember("decision", decision(report)),
      ]
      if compact { members.append(JSONMember("report", report.compact.map { .string($0) } ?? JSONNode(.null))) }
      return JSONNode(.object(members))
    }

    /// Our own writing; a text that cannot be read any more is shown as one.
    private static func decision(_ report: ReportRow) -> JSONNode {
      (try? JSONReader(maximumBytes: 1 << 20, maximumDepth: 16).read(Array(report.decision.utf8)))
        ?? .string(report.decision)
    }

    private static func outcome(_ report: ReportRow) -> String { report.refusal?.rawValue ?? "admitted" }

    private static func facts(_ row: DeviceRow) -> [String] {
      [
        row.tier.rawValue, OperatorDesk.claim("\(row.platform.rawValue) \(row.version)"),
        OperatorDesk.claim("\(row.app) \(row.appVersion)"), "seen \(OperatorDesk.date(row.lastSeen))",
      ]
    }
  }
#endif
