/// Reads one event from the XML of CoT 2.0, strictly and within limits.
///
/// Protects against a second event behind the first, document types, entities, processing instructions, comments,
/// CDATA sections and namespaces, against deep, wide and long input, numbers that are none or out of range, times that do
/// not exist, and text that hides or turns. It does not judge whether the event is true, fresh or welcome.
/// Refused are also events without point, uid or times, which servers pass on.
///
/// Source: XML 1.0 (fifth edition); CoT 2.0 event schema; CWE-20, CWE-611, CWE-776, CWE-91.
public struct CoTReader: Sendable {
  public var limits: CoTLimits

  public init(limits: CoTLimits = CoTLimits()) { self.limits = limits }

  /// - Throws: ``CoTError``: what the bytes are, then what they say.
  public func read(_ bytes: [UInt8]) throws(CoTError) -> CoTEvent {
    // O.Source_1#900 MASVS-CODE-4#900
    guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
    var scanner = EventScanner(bytes, limits: limits)
    let root = try scanner.document()
    return try CoTEvent(ScannedElement(tag: root, markup: scanner.markup))
  }
}
