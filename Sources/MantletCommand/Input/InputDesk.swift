import Foundation
import Mantlet
import Redaction
import SecretStorage
import SecurityPolicy
import TrustWire
import UntrustedInput

/// Hands bytes to the reader of their kind.
struct InputDesk {
  var schemes: [String] = []
  var hosts: [String] = []
  var day: CalendarDay?
  var zone: TimeZone?
  var mediaType: String?

  /// The options without which nobody can say whether a link may come from there.
  private var missing: String? {
    let names = (schemes.isEmpty ? ["--scheme"] : []) + (hosts.isEmpty ? ["--host"] : [])
    return names.isEmpty ? nil : names.joined(separator: " and ")
  }

  /// Kinds that are no secret.
  func judge(_ bytes: [UInt8], _ kind: InputKind) -> InputOutcome {
    do throws(InputRefusal) {
      switch kind {
      case .json:
        let node = try JSONBounds().read(bytes)
        return .accepted([JSONMember("bytes", .integer(Int64(JSONWriter().bytes(node).count)))])
      case .pageMessage:
        return .undetermined(
          try Self.message(bytes), reason: "only the app knows which messages it takes; the frame is in order")
      case .image: return .accepted(try image(bytes))
      default: break
      }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw InputRefusal(.notText) }
      let facts = try facts(text, kind)
      guard kind == .deepLink, let missing else { return .accepted(facts) }
      return .undetermined(facts, reason: "well-formed; whether the app takes it is not known without \(missing)")
    } catch {
      return .refused(error)
    }
  }

  /// A new password or PIN, by the rules that device and server share and what the policy's section `session` asks.
  static func judge(
    secret: borrowing Secret, _ kind: InputKind, _ session: SessionRequirement = SessionRequirement()
  ) -> InputOutcome {
    if kind == .password {
      return PasswordRules.flaw(in: secret, by: session.password).map { .refused($0.refusal) } ?? .accepted([])
    }
    let pin = session.pin
    do throws(InputRefusal) {
      try secret.withExposedBytes { bytes throws(InputRefusal) in
        try PINFormat.check(bytes, counts: pin.minimumDigits...pin.maximumDigits)
      }
    } catch { return .refused(error) }
    let copy = secret.withExposedBytes { Secret(copying: $0) }
    guard let typed = PIN(copy) else { return .refused(InputRefusal(.notDigits)) }
    return PINRules(pin).weakness(of: typed).map { .refused($0.refusal) } ?? .accepted([])
  }

  private func facts(_ text: String, _ kind: InputKind) throws(InputRefusal) -> [JSONMember] {
    switch kind {
    case .email:
      let address = try EmailAddress(text)
      return [JSONMember("value", .string(address.comparable)), JSONMember("shown", .string(address.description))]
    case .domain:
      let name = try DomainName(text)
      return [JSONMember("value", .string(name.ascii)), JSONMember("shown", .string(name.unicode))]
    case .sleepDuration:
      let duration = try SleepDuration(text)
      return [
        JSONMember("value", .string(duration.description)), JSONMember("minutes", .integer(Int64(duration.minutes))),
      ]
    case .clockTime: return [JSONMember("value", .string(try ClockTime(text).description))]
    case .timeRange: return try timeRange(text)
    case .day: return [JSONMember("value", .string(try CalendarDay(text).description))]
    case .fileName: return [JSONMember("value", .string(try FileName(text).description))]
    case .deepLink: return try link(text)
    case .password, .pin, .json, .image, .pageMessage: return []
    }
  }

  private func timeRange(_ text: String) throws(InputRefusal) -> [JSONMember] {
    let range = try TimeRange(text)
    var facts = [
      JSONMember("value", .string(range.description)),
      JSONMember("crossesMidnight", JSONNode(.bool(range.crossesMidnight))),
    ]
    if let day, let zone {
      let interval = try range.interval(on: day, in: zone)
      facts.append(JSONMember("seconds", .integer(Int64(interval.duration))))
    }
    return facts
  }

  private func link(_ text: String) throws(InputRefusal) -> [JSONMember] {
    let link = try DeepLink(text)
    guard schemes.isEmpty || schemes.contains(link.scheme) else { throw InputRefusal(.foreignScheme) }
    guard hosts.isEmpty || hosts.contains(link.host) else { throw InputRefusal(.foreignHost) }
    return [
      JSONMember("value", .string(link.description)), JSONMember("scheme", .string(link.scheme)),
      JSONMember("host", .string(link.host)), JSONMember("segments", .strings(link.segments)),
      JSONMember("parameters", JSONNode(.object(link.parameters.map { JSONMember($0.name, .string($0.value)) }))),
    ]
  }

  /// The frame of a message; which names and members there are only the app knows.
  private static func message(_ bytes: [UInt8]) throws(InputRefusal) -> [JSONMember] {
    let node = try JSONBounds().read(bytes)
    guard let name = node["name"]?.string else { throw InputRefusal(.unknownMessage) }
    let names = node["data"]?.members?.map(\.name) ?? []
    do throws(InputRefusal) { _ = try PageMessage(bytes, shapes: [PageMessageShape(name)]) } catch {
      // Members of its data are expected here, as no list of them is known.
      guard error.reason == .unknownMember, !names.isEmpty,
        node.members?.allSatisfy({ ["name", "data"].contains($0.name) }) == true
      else { throw error }
    }
    // Names that no list knows may hold what moves a terminal's cursor: they are counted, not shown.
    return [JSONMember("members", .integer(Int64(names.count)))]
  }

  private func image(_ bytes: [UInt8]) throws(InputRefusal) -> [JSONMember] {
    let head = try ImageHead(bytes, mediaType: mediaType)
    return [
      JSONMember("value", .string(head.format.mediaType)), JSONMember("width", .integer(Int64(head.width))),
      JSONMember("height", .integer(Int64(head.height))), JSONMember("frames", .integer(Int64(head.frames))),
      JSONMember("trailingBytes", .integer(Int64(head.trailingBytes))),
    ]
  }
}
