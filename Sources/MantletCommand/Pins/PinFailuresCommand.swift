#if Server
  import ArgumentParser
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// `mantlet pin failures`: what devices saw where a pinned key should have been.
  struct PinFailuresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "failures", abstract: "List what devices saw instead of pinned keys, the newest first.",
      discussion: """
        Each line is the claim of one device: host, outcome, how often, and the keys that it saw, as pins. Hosts that the \
        policy does not name are marked. A forgotten pin shows on many devices, with a key of yours; somebody in between \
        shows on few, with a key that you do not know. Kept are the newest kinds of each device, for thirty days.
        """)

    @OptionGroup var options: ServerOptions
    @Option(name: .customLong("of"), help: "Only this host's.") var host: String?
    @Option(help: "At most this many.") var limit = 100
    @Option(help: "Only those behind this place, as the list before said it.") var after: Int64?
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
      if !(1...10_000).contains(limit) { throw ValidationError("--limit must be 1 to 10000") }
    }

    func run() async throws {
      let found = try await OperatorDesk.work(options) { desk in
        try await desk.pinFailures(host: host, after: after, limit: limit).map { ($0, desk.isPinned($0.failure.host)) }
      }
      let next = found.count == limit ? found.last?.0.position : nil
      if json {
        var members = [JSONMember("failures", JSONNode(.array(found.map(Self.node))))]
        if let next { members.append(JSONMember("next", .integer(next))) }
        return StandardOutput.print(JSONNode(.object(members)))
      }
      for (row, isPinned) in found { Self.lines(row, isPinned).forEach { StandardOutput.print($0) } }
      if let next { StandardError.print("mantlet: there may be more: --after \(next)") }
    }

    private static func lines(_ row: PinFailureRow, _ isPinned: Bool) -> [String] {
      let failure = row.failure
      let host = OperatorDesk.claim(failure.host) + (isPinned ? "" : " (not in the policy)")
      return [
        "\(OperatorDesk.date(row.receivedAt))  \(host)  \(failure.outcome.rawValue)  \(failure.count) times  "
          + "device \(row.device.prefix(8))  \(row.tier.rawValue)"
      ] + failure.seen.map { "  seen \($0)" }
    }

    private static func node(_ row: PinFailureRow, _ isPinned: Bool) -> JSONNode {
      let failure = row.failure
      return [
        "host": .string(failure.host), "in_policy": JSONNode(.bool(isPinned)),
        "outcome": .string(failure.outcome.rawValue), "count": .integer(failure.count),
        "expected": .strings(failure.expected), "seen": .strings(failure.seen), "first": .integer(failure.first),
        "last": .integer(failure.last), "received_at": .integer(row.receivedAt), "device": .string(row.device),
        "tier": .string(row.tier.rawValue),
      ]
    }
  }
#endif
