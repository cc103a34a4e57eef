#if TAK
  /// Texts of a message; an empty one is none, as the form cannot tell them apart.
  enum WireText {
    static func line(_ text: String, _ field: CoTField) throws(CoTError) -> CoTLine? {
      guard !text.isEmpty else { return nil }
      do { return try CoTLine(text) } catch { throw .invalid(field) }
    }

    static func required(_ text: String, _ field: CoTField) throws(CoTError) -> CoTLine {
      guard let line = try line(text, field) else { throw .missing(field) }
      return line
    }

    static func time(_ milliseconds: UInt64, _ field: CoTField) throws(CoTError) -> CoTTime {
      guard milliseconds > 0 else { throw .missing(field) }
      guard let signed = Int64(exactly: milliseconds) else { throw .invalid(field) }
      do { return try CoTTime(millisecondsSince1970: signed) } catch { throw .invalid(field) }
    }
  }
#endif
