#if os(Linux) || os(Android)

  /// Outside bytes as evidence: printable ASCII only, short, and of a path only the last part (a home folder names a
  /// person).
  enum EvidenceText {
    static func line(_ text: some StringProtocol, limit: Int = 96) -> String {
      String(text.unicodeScalars.prefix(limit).map { (32..<127).contains($0.value) ? Character($0) : "?" })
    }

    static func fileName(_ path: some StringProtocol) -> String {
      line(path.split(separator: "/").last ?? "")
    }
  }

#endif
