import UntrustedInput

/// One thing that is wrong with a platform's file, and where.
public struct PlatformFinding: Sendable, Hashable {
  public let rule: PlatformRule
  /// ``TextPosition/none`` when something is missing in the whole file.
  public let position: TextPosition
  /// The host that it is about, when that is a well-formed name or address; no other text of the file is repeated.
  public let host: String?

  /// - Parameter host: kept only when it is well-formed.
  public init(_ rule: PlatformRule, at position: TextPosition = .none, host: String? = nil) {
    self.rule = rule
    self.position = position
    self.host = host.flatMap { HostText.isHost($0) ? $0 : nil }
  }

  public var weight: PlatformWeight { rule.weight }
  /// What is wrong.
  public var message: String { rule.message }
  /// What to do instead.
  public var fix: String { rule.fix }
}

extension PlatformFinding: CustomStringConvertible {
  public var description: String {
    let place = position == .none ? "" : "\(position): "
    return "\(place)\(host.map { "\($0): " } ?? "")\(message). \(fix)"
  }
}
