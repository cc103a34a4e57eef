/// The tokens of a file with the partner of each bracket. The last token is ``SourceToken/Kind/end``.
struct TokenTable: Sendable {
  let bytes: [UInt8]
  let tokens: [SourceToken]
  /// For an opening bracket the row of its closing one and the other way round; -1 where there is none.
  let partners: [Int32]
  /// What the lexer could not read.
  let unreadable: [Range<Int>]

  init(bytes: [UInt8], tokens: [SourceToken], unreadable: [Range<Int>]) {
    self.bytes = bytes
    self.tokens = tokens
    self.unreadable = unreadable
    partners = Self.partners(tokens)
  }

  /// One pass with a stack of its own, so that depth costs memory and no recursion. A closing brace ends every
  /// bracket that is still open inside it; a closing parenthesis never reaches over a brace.
  private static func partners(_ tokens: [SourceToken]) -> [Int32] {
    var partners = [Int32](repeating: -1, count: tokens.count)
    var open: [Int32] = []
    var counts = [Int](repeating: 0, count: 256)
    func opener(_ kind: SourceToken.Kind) -> SourceToken.Kind? {
      switch kind {
      case .rightParen: .leftParen
      case .rightBracket: .leftBracket
      case .rightBrace: .leftBrace
      case .insertClose: .insertOpen
      case .textClose: .textOpen
      default: nil
      }
    }
    for (row, token) in tokens.enumerated() {
      switch token.kind {
      case .leftParen, .leftBracket, .leftBrace, .insertOpen, .textOpen:
        open.append(Int32(row))
        counts[Int(token.kind.rawValue)] += 1
      default:
        guard let wanted = opener(token.kind), counts[Int(wanted.rawValue)] > 0 else { continue }
        let isStrong = token.kind != .rightParen && token.kind != .rightBracket
        var steps = 0
        var depth = open.count - 1
        while depth >= 0, tokens[Int(open[depth])].kind != wanted {
          let kind = tokens[Int(open[depth])].kind
          guard isStrong || (steps < 4 && (kind == .leftParen || kind == .leftBracket)) else {
            depth = -1
            break
          }
          steps += 1
          depth -= 1
        }
        guard depth >= 0 else { continue }
        for row in open[depth...] { counts[Int(tokens[Int(row)].kind.rawValue)] -= 1 }
        partners[Int(open[depth])] = Int32(row)
        partners[row] = open[depth]
        open.removeSubrange(depth...)
      }
    }
    return partners
  }
}
