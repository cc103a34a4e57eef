/// An attribute of a ``MarkupElement``, its references resolved, with the place of its name.
public struct MarkupAttribute: Sendable, Hashable {
  /// As it is written, with its prefix.
  public let name: String
  /// The address that the prefix stands for; nil without prefix.
  public let namespace: String?
  public let value: String
  public let position: TextPosition

  public init(name: String, namespace: String? = nil, value: String, position: TextPosition = .none) {
    self.name = name
    self.namespace = namespace
    self.value = value
    self.position = position
  }

  public var prefix: String? { MarkupName.prefix(of: name) }
  /// The name without prefix.
  public var localName: String { MarkupName.local(name) }
}
