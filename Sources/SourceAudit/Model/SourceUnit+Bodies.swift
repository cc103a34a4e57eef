import Synchronization

extension SourceUnit {
  /// Every expression that begins in a stretch of the text, in the order of rows.
  func expressionsBeginning(in range: Range<UInt32>) -> [Expression] {
    RowsByOffset.rows(of: placed.expressions, in: range) { expressions[Int($0)].offset }
      .map { Expression(unit: self, id: ExpressionID(raw: $0)) }
  }

  /// Every declaration with steps that begins in a stretch of the text, in the order of rows.
  func bodiesBeginning(in range: Range<UInt32>) -> [Declaration] {
    RowsByOffset.rows(of: placed.bodies, in: range) { declarations[Int($0)].offset }
      .map { Declaration(unit: self, id: DeclarationID(raw: $0)) }
  }

  private var placed: RowsByOffset {
    rowsByOffset.withLock { known in
      if let known { return known }
      let rows = RowsByOffset(expressions, declarations)
      known = rows
      return rows
    }
  }
}
