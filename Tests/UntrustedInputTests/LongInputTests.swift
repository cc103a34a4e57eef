import Foundation
import Testing
import UntrustedInput

/// Strings that send patterns with alternatives back and forth, a megabyte of each.
///
/// Readers of short values look at the length first: their work is bounded by their own limit, whatever comes. Readers of
/// long ones are held to their kind of growth: twice as much costs about twice the processor time of this thread.
@Suite struct LongInputTests {
  private static let megabyte = 1 << 20

  struct Reader: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let limit: Int
    let read: @Sendable (String) -> Void

    init(_ name: String, limit: Int, _ read: @escaping @Sendable (String) throws -> Void) {
      testDescription = name
      self.limit = limit
      self.read = { text in do { try read(text) } catch {} }
    }
  }

  private static func rules() throws -> LinkRules {
    LinkRules([
      LinkRoute(
        "a", from: [try .custom(scheme: "nap", host: "a")], path: [.value("b", .day)], parameters: [.init("a", .day)])
    ])
  }

  /// Every reader of one value, with the most bytes that it takes.
  static let readers = [
    Reader("e-mail", limit: EmailAddress.longest + DomainName.longest * 3) { _ = try EmailAddress($0) },
    Reader("domain", limit: DomainName.longest * 4) { _ = try DomainName($0) },
    Reader("punycode", limit: Punycode.longest) { _ = try Punycode.decode($0) },
    Reader("address literal", limit: 64) { _ = MailAddressLiteral($0) },
    Reader("link", limit: DeepLink.longest) { _ = try DeepLink($0) },
    Reader("link by rules", limit: DeepLink.longest) { _ = try rules().match($0) },
    Reader("file name", limit: FileName.longest * 3) { _ = try FileName($0) },
    Reader("time range", limit: 64) { _ = try TimeRange($0) }, Reader("time", limit: 24) { _ = try ClockTime($0) },
    Reader("sleep duration", limit: 32) { _ = try SleepDuration($0) },
    Reader("day", limit: 44) { _ = try CalendarDay($0) },
    Reader("PIN", limit: 6) { text in try Array(text.utf8).withUnsafeBytes { try PINFormat.check($0) } },
    Reader("page message", limit: 1 << 16) { _ = try PageMessage($0.utf8, shapes: [PageMessageShape("a")]) },
  ]

  static let pieces = [
    "a", "a.", "a@", "\"", "\\\"", "(", "a-", "xn--", "é", "e\u{301}", ".", "1.", "%41", "../", "a=b&", "a:", "1",
    "0:", "-", "{\"a\":", "👩‍👩‍👧‍👦", "\u{300}", " ", "COM1.", "\u{FE0F}", "[", "0,", "\"\\u0041", "\\", "::", "/",
  ]
  private static let starts = ["", "a@", "nap://a/", "nap://a?", "nap://", "\"", "[", "{\"name\":\"a\",\"data\":"]

  /// Of this thread, so that a busy machine changes little; the best of three.
  private static func seconds(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    return (0..<3).map { _ in
      let began = now()
      work()
      return now() - began
    }.min() ?? 0
  }

  @Test("Beyond its limit a reader of a value looks at no more, however long the text is", arguments: pieces)
  func bounded(piece: String) {
    let text = String(repeating: piece, count: Self.megabyte / piece.utf8.count)
    for start in ["", "nap://a?"] {
      var whole = start + text
      whole.makeContiguousUTF8()
      for reader in Self.readers {
        #expect(whole.utf8.count > reader.limit)
        // A walk over all of it would cost ten times as much at least.
        #expect(Self.seconds { reader.read(whole) } < 0.1, "\(reader.testDescription)")
      }
    }
  }

  @Test("The longest text that it takes costs a reader milliseconds", arguments: readers)
  func longest(reader: Reader) {
    for piece in Self.pieces {
      for start in Self.starts {
        let text = start + String(repeating: piece, count: min(reader.limit, 1 << 13) / piece.utf8.count)
        #expect(Self.seconds { reader.read(text) } < 0.25, "\(start.debugDescription) \(piece.debugDescription)")
      }
    }
  }

  private static func grows(_ what: String, _ work: (Int) -> Void) {
    let (small, large) = (seconds { work(megabyte / 16) }, seconds { work(megabyte / 8) })
    #expect(large < small * 3 + 0.02, "\(what): \(small) s, twice as much \(large) s")
  }

  private static let wide = JSONBounds(
    maximumBytes: 8 << 20, maximumDepth: 64, maximumValues: .max, maximumText: .max)

  @Test(
    "JSON costs twice as much for twice as much",
    arguments: [
      ("[", "0,", "0]"), ("[", "[],", "0]"), ("[", "{\"a\":\"b\"},", "0]"), ("\"", "a", "\""), ("\"", "\\u00e9", "\""),
      ("\"", "\\n", "\""), ("\"", "é", "\""), ("[", "1.5e3,", "0]"), ("", " ", "0"), ("[", "1", "]"), ("\"", "a", ""),
      ("[", "\"", ""), ("", "[", ""), ("[", "true,", "0]"),
    ])
  func json(start: String, piece: String, end: String) {
    Self.grows(piece) { bytes in
      _ = try? Self.wide.read((start + String(repeating: piece, count: bytes / piece.utf8.count) + end).utf8)
    }
  }

  @Test("So do the members of one object, whose names must differ")
  func members() {
    Self.grows("members") { bytes in
      _ = try? Self.wide.read(("{" + (0..<bytes / 12).map { "\"m\($0)\":0" }.joined(separator: ",") + "}").utf8)
    }
  }

  @Test("Pictures of nothing but parts cost twice as much for twice as many parts")
  func images() throws {
    let number = { (value: Int) -> [UInt8] in [0, 0, 0, UInt8(value)] }
    let png = Array(try #require(Data(base64Encoded: ImageSamples.png)))
    let jpeg = Array(try #require(Data(base64Encoded: ImageSamples.progressiveJPEG)))
    let gif = Array(try #require(Data(base64Encoded: ImageSamples.gif)))
    let webp = Array(try #require(Data(base64Encoded: ImageSamples.alphaWebP)))
    let heic = Array(try #require(Data(base64Encoded: ImageSamples.heic)))
    let box = number(8) + "free".utf8
    let shapes: [(String, head: [UInt8], part: [UInt8])] = [
      ("png", Array(png[..<33]), number(0) + "teXt".utf8 + number(0)),
      ("png frames", Array(png[..<33]), number(26) + "fcTL".utf8 + [UInt8](repeating: 0, count: 30)),
      ("jpeg", Array(jpeg[..<20]), [0xFF, 0xFE, 0, 2]), ("jpeg fill", Array(jpeg[..<20]), [0xFF]),
      ("gif", Array(gif[..<25]), [0x21, 0xF9, 0]), ("gif blocks", Array(gif[..<25]) + [0x21, 0xFE], [1, 0]),
      ("webp", Array(webp[..<12]), Array("XXXX".utf8) + [0, 0, 0, 0]), ("heic", heic, box),
      ("heic tracks", heic, number(8) + "moov".utf8), ("heic nesting", heic, number(8) + "trak".utf8),
    ]
    for (name, head, part) in shapes {
      Self.grows(name) { bytes in
        let text = head + (0..<bytes / part.count).flatMap { _ in part }
        _ = try? ImageHead(text)
      }
    }
  }
}
