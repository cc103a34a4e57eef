/// What a member of a page's message may be.
public indirect enum PageValueKind: Sendable, Hashable {
  case flag
  case integer(ClosedRange<Int64>)
  /// Text of one line, without invisible characters; `longest` counts Unicode scalars.
  case line(longest: Int)
  /// One of these, exactly.
  case oneOf(Set<String>)
  case list(of: PageValueKind, longest: Int)

  func read(_ node: JSONNode) -> PageValue? {
    switch self {
    case .flag: return node.bool.map(PageValue.flag)
    case .integer(let range): return node.integer.flatMap { range.contains($0) ? .integer($0) : nil }
    case .line(let longest):
      guard let text = node.string, text.unicodeScalars.count <= longest,
        ScalarJudgement.flaw(in: text.unicodeScalars) == nil
      else { return nil }
      return .text(text)
    case .oneOf(let words):
      guard let text = node.string, words.contains(where: { $0.unicodeScalars.elementsEqual(text.unicodeScalars) })
      else { return nil }
      return .text(text)
    case .list(let kind, let longest):
      guard let nodes = node.array, nodes.count <= longest else { return nil }
      let values = nodes.compactMap(kind.read)
      return values.count == nodes.count ? .list(values) : nil
    }
  }
}
