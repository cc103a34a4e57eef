#if PostgreSQL
  /// One argument of a statement, in PostgreSQL's binary form: bigint, text or bytea.
  enum PostgresValue {
    case int(Int64?)
    case text(String?)
    case bytes([UInt8]?)

    /// Nil is NULL.
    var encoded: [UInt8]? {
      switch self {
      case .int(let number): number.map { withUnsafeBytes(of: $0.bigEndian) { Array($0) } }
      case .text(let text): text.map { Array($0.utf8) }
      case .bytes(let bytes): bytes
      }
    }

    /// Text from outside, kept as bytes: PostgreSQL's own text cannot hold a zero byte, and is put in order by a locale.
    static func outside(_ text: String) -> PostgresValue { .bytes(Array(text.utf8)) }
  }
#endif
