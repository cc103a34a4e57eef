/// Reads XML from outside within limits, strictly.
///
/// Protects against deep nesting, oversized input, entities that grow or reach out of the document (there are none but
/// the five of XML and character references), attributes that stand twice, prefixes that are not declared or more than
/// 256 in force at one place, and processing instructions. It does not validate and does not judge what the document means. Only UTF-8 is read, names
/// are in ASCII, comments are passed over.
///
/// Source: XML 1.0 (fifth edition), sections 2 and 4.1; Namespaces in XML 1.0 (third edition), sections 3 to 6;
/// CWE-611, CWE-776.
public struct XMLReader: Sendable {
  /// Most bytes of one document.
  public var maximumBytes: Int
  /// Most levels of elements.
  public var maximumDepth: Int
  /// Most elements of one document.
  public var maximumElements: Int
  /// Most attributes of one element, declarations of namespaces included.
  public var maximumAttributes: Int
  /// Whether `<![CDATA[ ]]>` may stand for text.
  public var allowsCDATA: Bool
  /// Whether `<!DOCTYPE name PUBLIC "…" "…">` may stand before the root: it is passed over and never fetched. One that
  /// declares anything itself, in brackets, is refused all the same, unless ``allowsDeclarations``.
  public var allowsExternalDoctype: Bool
  /// Whether that document type may also leave its address out behind `PUBLIC`, and declare elements, attributes and
  /// notations in brackets: they are passed over, and nothing of them holds. An entity is refused at its place all the
  /// same, declared or referred to.
  public var allowsDeclarations: Bool

  public init(
    maximumBytes: Int = 1 << 20, maximumDepth: Int = 64, maximumElements: Int = 50_000, maximumAttributes: Int = 128,
    allowsCDATA: Bool = false, allowsExternalDoctype: Bool = false, allowsDeclarations: Bool = false
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumElements = maximumElements
    self.maximumAttributes = maximumAttributes
    self.allowsCDATA = allowsCDATA
    self.allowsExternalDoctype = allowsExternalDoctype
    self.allowsDeclarations = allowsDeclarations
  }

  /// The root element of the document.
  ///
  /// - Throws: ``InputError`` `tooLarge`, `tooDeep`, `tooManyValues`, `notUTF8`, `malformed`; `duplicateName` for an
  ///   attribute that stands twice in one element.
  public func read(_ bytes: some Collection<UInt8>) throws(InputError) -> MarkupElement {
    guard bytes.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
    var scanner = MarkupScanner(bytes: Array(bytes), limits: self)
    return try scanner.readDocument()
  }
}
