/// One step of a body, in source order. Blocks are marked by ``Kind/open`` and ``Kind/close``, so that a body is a flat
/// list and scopes can still be told.
package struct BodyStep: Sendable {
  package enum Kind: UInt8, Sendable {
    /// `value` is an expression that stands alone (calls, assignments).
    case evaluate
    /// `declaration` is a ``DeclarationRecord/Kind/local`` with its start value.
    case bind
    /// `value` is the result, also of a one-expression closure or function; absent for a bare return.
    case yield
    case raise
    /// `value` decides the blocks that follow: `if`, `guard`, `while`, `switch`, `when`, `catch`.
    case condition
    case open
    case close
  }

  /// What an opened block is.
  package enum Block: UInt8, Sendable {
    case plain, then, otherwise, loop, branch, handler, guardElse, deferred
  }

  package let kind: Kind
  package let block: Block
  package let value: ExpressionID
  package let declaration: DeclarationID
  package let offset: UInt32
}

/// A stretch of a unit that has a meaning of its own.
package struct SourceRegion: Sendable {
  package enum Kind: UInt8, Sendable {
    /// Compiled or run in debug builds only: `#if DEBUG`, `if (BuildConfig.DEBUG)`.
    case debugOnly
    /// `#Preview`, `PreviewProvider`, `@Preview`.
    case preview
    /// The parser did not understand it; nothing in it was judged.
    case unreadable
    /// Nested more deeply than is followed; nothing in it was judged.
    case tooDeep
  }

  package let kind: Kind
  package let start: UInt32
  package let end: UInt32

  package init(kind: Kind, start: UInt32, end: UInt32) {
    self.kind = kind
    self.start = start
    self.end = end
  }
}
