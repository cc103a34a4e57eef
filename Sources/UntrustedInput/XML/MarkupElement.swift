/// An element of an XML document that remembers where it stood, so that a finding can name line and column.
///
/// Not called after XML: Foundation has types of such names on Apple's systems.
public struct MarkupElement: Sendable, Hashable {
  /// As it is written, with its prefix: `android:label`.
  public let name: String
  /// The address that the prefix stands for, or the default one; nil for none.
  public let namespace: String?
  /// Of its `<`.
  public let position: TextPosition
  /// In their order, without declarations of namespaces.
  public let attributes: [MarkupAttribute]
  public let content: [MarkupContent]

  public init(
    name: String, namespace: String? = nil, position: TextPosition = .none, attributes: [MarkupAttribute] = [],
    content: [MarkupContent] = []
  ) {
    self.name = name
    self.namespace = namespace
    self.position = position
    self.attributes = attributes
    self.content = content
  }
}

extension MarkupElement {
  public var prefix: String? { MarkupName.prefix(of: name) }
  /// The name without prefix.
  public var localName: String { MarkupName.local(name) }

  /// The elements directly below.
  public var elements: [MarkupElement] {
    content.compactMap {
      guard case .element(let element) = $0 else { return nil }
      return element
    }
  }

  /// The text directly below, joined; that of elements below is left out.
  public var text: String {
    content.reduce(into: "") {
      if case .text(let text) = $1 { $0 += text }
    }
  }

  /// The first element directly below with this name, whatever its prefix.
  public func first(_ localName: String) -> MarkupElement? { elements.first { $0.localName == localName } }

  /// The elements directly below with this name, whatever their prefix.
  public func all(_ localName: String) -> [MarkupElement] { elements.filter { $0.localName == localName } }

  /// The attribute of this name and namespace; a prefix may be called anything, only its address counts.
  public func attribute(_ localName: String, in namespace: String? = nil) -> MarkupAttribute? {
    attributes.first { $0.namespace == namespace && $0.localName == localName }
  }
}
