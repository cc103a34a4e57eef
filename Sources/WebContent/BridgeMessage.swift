public import UntrustedInput

/// A message of a page that came from where it may and says what its schema allows. Only ``WebBridge`` and
/// ``BridgeHandler`` make one.
public struct BridgeMessage: Sendable, Hashable {
  /// The name of the handler that it is for.
  public let handler: String
  let values: [String: PageValue]

  /// Nil for a field that the message left out.
  public subscript(name: String) -> PageValue? { values[name] }

  /// The number in a field; nil when it was left out or holds no number.
  public func integer(_ name: String) -> Int64? {
    guard case .integer(let number) = values[name] else { return nil }
    return number
  }

  /// The flag in a field; nil when it was left out or holds no flag.
  public func flag(_ name: String) -> Bool? {
    guard case .flag(let flag) = values[name] else { return nil }
    return flag
  }

  /// The text or word in a field; nil when it was left out or holds neither.
  public func text(_ name: String) -> String? {
    guard case .text(let text) = values[name] else { return nil }
    return text
  }
}
