import Foundation
import Testing
import UntrustedInput

@Suite("BinaryPropertyListReader")
struct BinaryPropertyListReaderTests {
  private static func sample() throws -> [UInt8] {
    let list: [String: Any] = [
      "text": "abc", "wide": "ü√", "flag": true, "other": false, "small": 7, "negative": -7, "big": 1 << 40,
      "real": 1.5, "date": Date(timeIntervalSince1970: 1_767_323_045), "data": Data([0, 1, 2]),
      "list": [1, 2, ["inner": "x"]] as [Any], "long": String(repeating: "y", count: 300),
    ]
    return Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
  }

  /// A file of these objects, each referred to with one byte; the first is the top one.
  private static func file(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    func wide(_ number: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
    return bytes + [0, 0, 0, 0, 0, 0, 2, 1] + wide(objects.count) + wide(0) + wide(table)
  }

  @Test("It reads what Foundation writes")
  func foundation() throws {
    let node = try BinaryPropertyListReader().read(Self.sample())
    #expect(node["text"]?.string == "abc" && node["wide"]?.string == "ü√")
    #expect(node["flag"]?.bool == true && node["other"]?.bool == false)
    #expect(node["small"]?.integer == 7 && node["negative"]?.integer == -7 && node["big"]?.integer == 1 << 40)
    #expect(node["real"]?.value == .real(1.5) && node["data"]?.value == .data([0, 1, 2]))
    #expect(node["date"]?.value == .date("2026-01-02T03:04:05Z"))
    #expect(node["list"]?.array?.last?["inner"]?.string == "x" && node["long"]?.string?.count == 300)
    #expect(node.position == TextPosition(line: 1, column: 1))
  }

  @Test("A file that is cut anywhere is refused")
  func cut() throws {
    let bytes = try Self.sample()
    for count in stride(from: 0, to: bytes.count, by: 3) {
      #expect(throws: InputError.self) { try BinaryPropertyListReader().read(bytes[..<count]) }
    }
  }

  @Test("Bytes that were changed anywhere are read or refused, nothing else")
  func changed() throws {
    let bytes = try Self.sample()
    var generator = SeededGenerator(11)
    for _ in 0..<3_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? BinaryPropertyListReader().read(changed)
    }
  }

  @Test("A list that holds itself is refused")
  func circle() {
    #expect(throws: InputError.self) { try BinaryPropertyListReader().read(Self.file([[0xA1, 0]])) }
    #expect(throws: InputError.self) { try BinaryPropertyListReader().read(Self.file([[0xA1, 1], [0xA1, 0]])) }
    #expect(throws: InputError.self) {
      try BinaryPropertyListReader().read(Self.file([[0xD1, 1, 0], [0x51, 0x61]]))
    }
  }

  @Test("Few bytes that unfold into many values are refused")
  func bomb() {
    var objects: [[UInt8]] = (1...20).map { row in [0xAA] + [UInt8](repeating: UInt8(row), count: 10) }
    objects.append([0x51, 0x61])
    #expect(throws: InputError.tooManyValues(limit: 50_000)) {
      try BinaryPropertyListReader().read(Self.file(objects))
    }
  }

  @Test("A key that stands twice, and one that is no text, are refused")
  func keys() {
    #expect(throws: InputError.self) {
      try BinaryPropertyListReader().read(Self.file([[0xD2, 1, 1, 1, 1], [0x51, 0x61]]))
    }
    #expect(throws: InputError.self) { try BinaryPropertyListReader().read(Self.file([[0xD1, 1, 1], [0x10, 5]])) }
  }

  @Test("A count that reaches out of the file is refused")
  func counts() {
    #expect(throws: InputError.self) { try BinaryPropertyListReader().read(Self.file([[0x5F, 0x12, 0x7F, 0, 0, 0]])) }
    #expect(throws: InputError.self) {
      try BinaryPropertyListReader().read(Self.file([[0xAF, 0x13, 0x7F, 0, 0, 0, 0, 0, 0, 0]]))
    }
  }
}
