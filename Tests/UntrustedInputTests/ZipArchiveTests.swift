import Testing
import UntrustedInput

@Suite("ZipArchive")
struct ZipArchiveTests {
  private func expectRefusal(_ archive: ZipBuilder, _ comment: Comment? = nil) {
    #expect(throws: InputError.self, comment) { try ZipArchive(archive.bytes) }
  }

  @Test("Stored files come out as they went in, folders and shadow files passed over")
  func stored() throws {
    var builder = ZipBuilder()
    builder.files = [
      .init("pack/", []), .init("pack/MANIFEST/manifest.xml", Array("<m/>".utf8)), .init("pack/a.p12", [1, 2, 3]),
      .init("__MACOSX/pack/._a.p12", [9]), .init("pack/.DS_Store", [9]), .init("empty", []),
    ]
    let archive = try ZipArchive(builder.bytes)
    #expect(archive.entries.map(\.path).count == 5)
    #expect(try archive.content(of: #require(try archive.entry(named: "a.p12"))) == [1, 2, 3])
    #expect(try archive.content(of: #require(try archive.entry(named: "empty"))).isEmpty)
    #expect(try archive.entry(named: "missing") == nil && archive.entry(named: ".DS_Store") == nil)
    #expect(try ZipArchive(ZipBuilder().bytes).entries.isEmpty)
  }

  @Test("A name that two folders hold is asked for in vain")
  func ambiguous() throws {
    var builder = ZipBuilder()
    builder.files = [.init("a/x.pref", [1]), .init("b/x.pref", [2])]
    let archive = try ZipArchive(builder.bytes)
    #expect(throws: InputError.self) { try archive.entry(named: "x.pref") }
  }

  @Test(
    "Paths that lead elsewhere, or mean different things to different systems, are refused",
    arguments: [
      "../x", "a/../x", "a/..", "/etc/passwd", "//x", "a//b", "./x", ".", "..", "", "C:x", "c:\\x", "a\\b", "..\\x",
      "a\u{0}b", "a\nb",
      "\u{7F}", String(repeating: "a", count: 1025),
    ])
  func paths(path: String) {
    var builder = ZipBuilder()
    builder.files = [.init(path, [1])]
    expectRefusal(builder)
  }

  @Test("A path that stands twice is refused, also in letters of the other case")
  func duplicates() {
    for second in ["a/X", "a/x"] {
      var builder = ZipBuilder()
      builder.files = [.init("a/X", [1]), .init(second, [2])]
      #expect { try ZipArchive(builder.bytes) } throws: {
        guard case .duplicateKey = $0 as? InputError else { return false }
        return true
      }
    }
  }

  @Test("Directory and head must agree: name, method, sizes, checksum", arguments: 0..<6)
  func lies(number: Int) throws {
    var builder = ZipBuilder()
    var file = ZipBuilder.File("abc", [1, 2, 3])
    switch number {
    case 0: file.headPath = "abd"
    case 1: file.headSize = 2
    case 2: file.headMethod = 8
    case 3: file.headChecksum = 7
    case 4: file.directorySize = 4
    default: file.headPath = "abcd"
    }
    builder.files = [file]
    expectRefusal(builder)
  }

  @Test("A checksum that does not fit its bytes is refused when they are read")
  func checksum() throws {
    var builder = ZipBuilder()
    var file = ZipBuilder.File("abc", [1, 2, 3])
    (file.headChecksum, file.directoryChecksum) = (7, 7)
    builder.files = [file]
    let archive = try ZipArchive(builder.bytes)
    #expect(throws: InputError.self) { try archive.content(of: archive.entries[0]) }
  }

  @Test("Encrypted files, links, devices, other methods, 64 bits and several disks are refused")
  func kinds() {
    for flags in [1, 0x40, 0x2000] {
      var builder = ZipBuilder()
      var file = ZipBuilder.File("a", [1])
      file.flags = flags
      builder.files = [file]
      expectRefusal(builder)
    }
    for mode in [0xA1FF, 0x6000, 0x2000, 0xC000, 0x1000] {
      var builder = ZipBuilder()
      var file = ZipBuilder.File("a", [1])
      file.mode = mode
      builder.files = [file]
      expectRefusal(builder, "mode \(mode)")
    }
    var other = ZipBuilder()
    var file = ZipBuilder.File("a", [1])
    (file.method, file.headMethod) = (14, 14)
    other.files = [file]
    expectRefusal(other)
    var disks = ZipBuilder()
    disks.disk = 1
    expectRefusal(disks)
    var wide = ZipBuilder()
    wide.count = 0xFFFF
    expectRefusal(wide)
  }

  @Test(
    "Bytes before, between and behind the archive are refused, and so are a wrong number of files and files that overlap"
  )
  func structure() throws {
    var builder = ZipBuilder()
    builder.files = [.init("a", [1]), .init("b", [2])]
    let bytes = builder.bytes
    _ = try ZipArchive(bytes)
    #expect(throws: InputError.self) { try ZipArchive([0] + bytes) }
    #expect(throws: InputError.self) { try ZipArchive(bytes + [0]) }
    for count in [1, 3] {
      var wrong = builder
      wrong.count = count
      expectRefusal(wrong)
    }
    var overlap = builder
    overlap.files = [.init("a", [1]), .init("b", [2])]
    overlap.files[1].headOffset = 0
    expectRefusal(overlap)
    var gap = builder
    gap.files[0].behind = Array(repeating: 0, count: 17)
    expectRefusal(gap)
    var commented = builder
    commented.comment = Array("hello".utf8)
    #expect(try ZipArchive(commented.bytes).entries.count == 2)
    commented.comment = Array("PK".utf8) + [5, 6] + Array(repeating: 0, count: 18)
    expectRefusal(commented)
  }

  @Test("An archive inside an archive is a file like others")
  func nested() throws {
    var inner = ZipBuilder()
    inner.files = [.init("x", [1])]
    var outer = ZipBuilder()
    outer.files = [.init("inner.zip", inner.bytes)]
    let archive = try ZipArchive(outer.bytes)
    #expect(try archive.content(of: archive.entries[0]) == inner.bytes)
  }

  @Test("Size, number of files, unpacked size and ratio are bounded")
  func limits() throws {
    var builder = ZipBuilder()
    builder.files = (0..<5).map { .init("f\($0)", Array(repeating: 7, count: 100)) }
    let bytes = builder.bytes
    #expect(throws: InputError.tooLarge(limit: bytes.count - 1)) {
      try ZipArchive(bytes, limits: ZipLimits(maximumBytes: bytes.count - 1))
    }
    #expect(throws: InputError.tooManyValues(limit: 4)) { try ZipArchive(bytes, limits: ZipLimits(maximumEntries: 4)) }
    #expect(throws: InputError.tooLarge(limit: 499)) {
      try ZipArchive(bytes, limits: ZipLimits(maximumUnpackedBytes: 499))
    }
    _ = try ZipArchive(
      bytes, limits: ZipLimits(maximumBytes: bytes.count, maximumEntries: 5, maximumUnpackedBytes: 500))
    var bomb = ZipBuilder()
    var file = ZipBuilder.File("bomb", Array(repeating: 0, count: 1000))
    (file.method, file.headMethod) = (8, 8)
    (file.headSize, file.directorySize) = (110_000, 110_000)
    bomb.files = [file]
    #expect(throws: InputError.tooLarge(limit: 100_000)) { try ZipArchive(bomb.bytes) }
  }

  @Test("Every shorter archive, and every one with a byte changed, is refused or read, and nothing else")
  func mutations() throws {
    var builder = ZipBuilder()
    builder.files = [.init("a/b", [1, 2, 3]), .init("c", [4])]
    let bytes = builder.bytes
    for length in bytes.indices { #expect(throws: InputError.self) { try ZipArchive(Array(bytes[..<length])) } }
    for place in bytes.indices {
      for change: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = bytes
        changed[place] = change
        guard let archive = try? ZipArchive(changed) else { continue }
        for entry in archive.entries { _ = try? archive.content(of: entry) }
      }
    }
  }
}
