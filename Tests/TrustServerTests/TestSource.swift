#if Server
  import Foundation

  /// A file of tests as its compiler sees it: comments, and what stands in strings, are blanks.
  struct TestSource {
    private var bytes: [UInt8]

    init(_ text: String) {
      bytes = Array(text.utf8)
      var at = 0
      while at < bytes.count {
        guard let end = literalEnd(at) else {
          at += 1
          continue
        }
        for place in at..<end where bytes[place] != UInt8(ascii: "\n") { bytes[place] = UInt8(ascii: " ") }
        at = end
      }
    }

    /// Why no promise can rest on this function; nil when it is a test that runs and can fail. Not seen is whether what it
    /// expects says anything.
    func flaw(in suite: String, _ function: String) -> String? {
      let code = String(decoding: bytes, as: UTF8.self)
      guard let head = code.range(of: "struct \(suite) ") ?? code.range(of: "struct \(suite):"),
        let body = Self.block(of: code[head.upperBound...])
      else { return "no suite" }
      guard let place = body.range(of: "func \(function)(") else { return "no function" }
      let before = body[..<place.lowerBound]
      guard let attribute = before.range(of: "@Test", options: .backwards).map({ before[$0.lowerBound...] }),
        !attribute.contains("{"), !attribute.contains("}"), !attribute.contains("func ")
      else { return "no @Test" }
      guard !attribute.contains(".disabled") else { return "switched off" }
      guard let deeds = Self.block(of: body[place.upperBound...]) else { return "no body" }
      return Self.expectations.contains { deeds.contains($0) } ? nil : "no expectation"
    }

    /// The same of a suite as a whole: one of its tests at least is one.
    func flaw(in suite: String) -> String? {
      let code = String(decoding: bytes, as: UTF8.self)
      guard let head = code.range(of: "struct \(suite) ") ?? code.range(of: "struct \(suite):"),
        let body = Self.block(of: code[head.upperBound...])
      else { return "no suite" }
      return body.contains("@Test") && Self.expectations.contains { body.contains($0) } ? nil : "no test"
    }

    private static let expectations = ["#expect(", "#require(", "Issue.record("]

    /// What stands between the first brace and its partner.
    private static func block(of code: Substring) -> Substring? {
      guard let start = code.firstIndex(of: "{") else { return nil }
      var depth = 0
      for place in code[start...].indices {
        if code[place] == "{" { depth += 1 }
        if code[place] == "}" { depth -= 1 }
        if depth == 0 { return code[code.index(after: start)..<place] }
      }
      return nil
    }

    /// Where a comment or string that begins here ends; nil when none does.
    private func literalEnd(_ start: Int) -> Int? {
      if begins("//", start) { return bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count }
      if begins("/*", start) {
        return bytes.indices.dropFirst(start + 2).first { begins("*/", $0) }.map { $0 + 2 } ?? bytes.count
      }
      var quote = start
      while quote < bytes.count, bytes[quote] == UInt8(ascii: "#") { quote += 1 }
      guard begins("\"", quote) else { return nil }
      let mark = begins("\"\"\"", quote) ? "\"\"\"" : "\""
      return stringEnd(quote + mark.utf8.count, mark, hashes: String(repeating: "#", count: quote - start))
    }

    private func stringEnd(_ start: Int, _ mark: String, hashes: String) -> Int {
      var at = start
      while at < bytes.count {
        if begins(mark + hashes, at) { return at + mark.utf8.count + hashes.utf8.count }
        guard begins("\\" + hashes, at) else {
          at += 1
          continue
        }
        at += 1 + hashes.utf8.count
        at = begins("(", at) ? interpolationEnd(at + 1) : at + 1
      }
      return bytes.count
    }

    private func interpolationEnd(_ start: Int) -> Int {
      var (at, depth) = (start, 1)
      while at < bytes.count, depth > 0 {
        if let end = literalEnd(at) {
          at = end
        } else {
          depth += begins("(", at) ? 1 : begins(")", at) ? -1 : 0
          at += 1
        }
      }
      return at
    }

    private func begins(_ text: String, _ place: Int) -> Bool {
      place <= bytes.count && bytes[place...].starts(with: text.utf8)
    }
  }
#endif
