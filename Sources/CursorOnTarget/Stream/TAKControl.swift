/// What client and server of a stream say to each other about the version of the TAK protocol, as events.
///
/// Source: ATAK's protocol description, protocol negotiation for streaming connections.
public enum TAKControl: Sendable, Hashable {
  /// The server speaks these versions besides XML.
  case support([Int])
  /// The client wants this one.
  case request(Int)
  /// Whether it gets it.
  case response(Bool)

  private static let name = "TakControl"

  /// Nil for an event of another type.
  ///
  /// - Throws: ``CoTError/invalid(_:)`` `takControl` when type and content do not fit.
  public init?(_ event: CoTEvent) throws(CoTError) {
    guard [.protocolSupport, .protocolRequest, .protocolResponse].contains(event.type) else { return nil }
    let controls = event.detail.others.filter { $0.name == Self.name }
    guard controls.count == 1, let parts = controls.first?.elements else { throw .invalid(.takControl) }
    switch event.type {
    case .protocolSupport:
      let versions = parts.filter { $0.name == "TakProtocolSupport" }.map(Self.version)
      guard !versions.isEmpty, versions.count <= 16, !versions.contains(nil) else { throw .invalid(.takControl) }
      self = .support(versions.compactMap { $0 })
    case .protocolRequest:
      guard parts.count == 1, parts[0].name == "TakRequest", let version = Self.version(parts[0]) else {
        throw .invalid(.takControl)
      }
      self = .request(version)
    default:
      guard parts.count == 1, parts[0].name == "TakResponse" else { throw .invalid(.takControl) }
      switch parts[0]["status"]?.description {
      case "true": self = .response(true)
      case "false": self = .response(false)
      default: throw .invalid(.takControl)
      }
    }
  }

  /// The event that says so. It has no place; it holds for a minute.
  ///
  /// - Throws: ``CoTError/invalid(_:)`` `uid` for an empty or long one.
  public func event(uid: CoTLine, at now: CoTTime) throws(CoTError) -> CoTEvent {
    let type: CoTType
    let parts: [CoTElement]
    switch self {
    case .support(let versions):
      type = .protocolSupport
      parts = versions.map { Self.element("TakProtocolSupport", "version", "\($0)") }
    case .request(let version):
      type = .protocolRequest
      parts = [Self.element("TakRequest", "version", "\(version)")]
    case .response(let isGranted):
      type = .protocolResponse
      parts = [Self.element("TakResponse", "status", isGranted ? "true" : "false")]
    }
    var event = try CoTEvent.placeless(type, uid: uid, at: now, milliseconds: 60_000)
    try event.detail.add(CoTElement(known: Self.name, content: parts.map { .element($0) }))
    return event
  }

  private static func element(_ name: String, _ attribute: String, _ value: String) -> CoTElement {
    CoTElement(known: name, attributes: [CoTAttribute(known: attribute, CoTText(judged: value))])
  }

  private static func version(_ element: CoTElement) -> Int? {
    guard let text = element["version"]?.description, text.utf8.count <= 4, text.utf8.allSatisfy({ $0 &- 48 < 10 })
    else { return nil }
    return Int(text)
  }
}
