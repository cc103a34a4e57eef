import CursorOnTarget

/// Events of every shape that the types allow.
enum AnyEvent {
  private static let pieces = [
    "a", "Z", "9", " ", "<", ">", "&", "\"", "'", "]]>", "ä", "e\u{301}", "語", "😀", "</event>", "--",
  ]

  static func make(using random: inout some RandomNumberGenerator) throws -> CoTEvent {
    let time = try CoTTime(millisecondsSince1970: .random(in: 1...250_000_000_000_000, using: &random))
    let point = try CoTPoint(
      latitude: number(-90...90, &random), longitude: number(-180...180, &random),
      height: perhaps(&random) { number(-20_000...900_000, &$0) },
      circularError: perhaps(&random) { number(0...900_000, &$0) },
      linearError: perhaps(&random) { number(0...1e-7, &$0) })
    var detail = CoTDetail()
    detail.contact = perhaps(&random) { CoTContact(callsign: line(&$0), endpoint: line(&$0)) }
    detail.group = perhaps(&random) { CoTGroup(name: line(&$0), role: line(&$0)) }
    detail.software = perhaps(&random) {
      CoTSoftware(device: line(&$0), platform: line(&$0), system: line(&$0), version: line(&$0))
    }
    detail.status = try CoTStatus(battery: perhaps(&random) { .random(in: 0...100, using: &$0) })
    detail.track = try CoTTrack(
      course: perhaps(&random) { number(0...360, &$0) }, speed: perhaps(&random) { number(0...400, &$0) })
    detail.droid = perhaps(&random) { CoTDroid(droid: line(&$0)) }
    detail.precisionLocation = perhaps(&random) {
      CoTPrecisionLocation(pointSource: line(&$0), heightSource: line(&$0))
    }
    detail.remarks = perhaps(&random) { CoTRemarks(text: text(&$0), source: line(&$0), to: line(&$0), time: line(&$0)) }
    detail.marti = perhaps(&random) { random in
      CoTMarti(destinations: (0..<2).map { _ in CoTDestination(callsign: line(&random)) })
    }
    detail.chat = perhaps(&random) {
      CoTChat(room: line(&$0), group: CoTChatGroup(id: line(&$0), members: [line(&$0)].compactMap { $0 }))
    }
    detail.emergency = perhaps(&random) {
      CoTEmergency(kind: line(&$0), isCancelled: .random(using: &$0), text: text(&$0))
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) { try detail.add(element(2, &random)) }
    var event = try CoTEvent(
      uid: CoTLine("U" + (line(&random)?.description ?? "")), type: CoTType("a-f-G"), how: .estimated, time: time,
      start: time.advanced(milliseconds: .random(in: 0...999, using: &random)),
      stale: time.advanced(milliseconds: .random(in: 1000...1_000_000, using: &random)), point: point, detail: detail)
    event.access = perhaps(&random) { line(&$0) ?? nil }.flatMap { $0?.isEmpty == true ? nil : $0 }
    return event
  }

  private static func perhaps<Value, Random: RandomNumberGenerator>(
    _ random: inout Random, _ make: (inout Random) -> Value
  ) -> Value? {
    Bool.random(using: &random) ? make(&random) : nil
  }

  private static func number(_ range: ClosedRange<Double>, _ random: inout some RandomNumberGenerator) -> Double {
    let any = Double.random(in: range, using: &random)
    return Bool.random(using: &random) ? any : any.rounded()
  }

  private static func string(_ random: inout some RandomNumberGenerator) -> String {
    (0..<Int.random(in: 1...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// Nil now and then; empty lines do not survive a message, which has no word for them.
  private static func line(_ random: inout some RandomNumberGenerator) -> CoTLine? {
    Int.random(in: 0..<5, using: &random) == 0 ? nil : try? CoTLine(string(&random))
  }

  private static func text(_ random: inout some RandomNumberGenerator) -> CoTText? {
    try? CoTText(string(&random) + ["", "\n", "\r\n", "\t ", "\r"][Int.random(in: 0..<5, using: &random)])
  }

  private static func element(_ depth: Int, _ random: inout some RandomNumberGenerator) throws -> CoTElement {
    var content: [CoTContent] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      if depth > 0, Bool.random(using: &random) {
        content.append(.element(try element(depth - 1, &random)))
      } else if let text = text(&random) {
        content.append(.text(text))
      }
    }
    let attributes = try (0..<Int.random(in: 0...3, using: &random)).compactMap { number in
      try text(&random).map { try CoTAttribute("k\(number)", $0) }
    }
    return try CoTElement(
      ["link", "zeta", "_x.y-z"].randomElement(using: &random) ?? "a", attributes: attributes, content: content)
  }
}
