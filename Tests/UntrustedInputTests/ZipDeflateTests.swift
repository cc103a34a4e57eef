#if os(Linux)
  import Foundation
  import Testing
  import UntrustedInput

  /// Archives that Python's zlib packed, at every level and strategy. Skipped without python3.
  @Suite("ZipArchive, deflated", .enabled(if: Python.isPresent, "python3 is not installed"))
  struct ZipDeflateTests {
    @Test("What zlib packed is unpacked to the same bytes, at every level and strategy")
    func zlib() throws {
      let script = """
        import random, sys, zlib
        random.seed(5)
        texts = [b"", b"a", b"abc" * 500, bytes(random.randrange(256) for _ in range(5000)), bytes(40000),
                 b"".join(b"%d <event uid='%d'/>" % (i * i, i) for i in range(150)), bytes(random.choice(b"ab") for _ in range(2000))]
        for text in texts:
            for level in range(10):
                for strategy in (0, 1, 2, 3, 4):
                    c = zlib.compressobj(level, zlib.DEFLATED, -15, 9, strategy)
                    packed = c.compress(text[:len(text) // 2]) + c.flush(zlib.Z_FULL_FLUSH) + c.compress(text[len(text) // 2:]) + c.flush()
                    sys.stdout.write(f"{packed.hex()} {text.hex()}\\n")
        """
      let lines = try Python.run(script).split(separator: "\n")
      #expect(lines.count == 350)
      for line in lines {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false).map { Self.bytes($0) }
        var builder = ZipBuilder()
        var file = ZipBuilder.File("x", parts[0])
        (file.method, file.headMethod) = (8, 8)
        (file.headSize, file.directorySize) = (parts[1].count, parts[1].count)
        (file.headChecksum, file.directoryChecksum) = (ZipBuilder.checksum(parts[1]), ZipBuilder.checksum(parts[1]))
        builder.files = [file]
        let archive = try ZipArchive(builder.bytes, limits: ZipLimits(maximumRatio: 2000))
        #expect(try archive.content(of: archive.entries[0]) == parts[1])
      }
    }

    @Test("Archives of Python's zipfile are read, plain and streamed, folders included")
    func zipfile() throws {
      let script = """
        import io, sys, zipfile
        class Pipe(io.RawIOBase):
            def __init__(self): self.kept = b""
            def writable(self): return True
            def write(self, b): self.kept += bytes(b); return len(b)
        for out in (io.BytesIO(), Pipe()):
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
                if isinstance(out, io.BytesIO): z.mkdir("top")
                z.writestr("top/MANIFEST/manifest.xml", "<m/>" * 100)
                z.writestr("top/ä.txt", "x")
            print((out.getvalue() if isinstance(out, io.BytesIO) else out.kept).hex())
        """
      let lines = try Python.run(script).split(separator: "\n")
      #expect(lines.count == 2)
      for line in lines {
        let archive = try ZipArchive(Self.bytes(line))
        #expect(archive.entries.map(\.path) == ["top/MANIFEST/manifest.xml", "top/ä.txt"])
        let manifest = try #require(try archive.entry(named: "manifest.xml"))
        #expect(try archive.content(of: manifest) == Array(String(repeating: "<m/>", count: 100).utf8))
      }
    }

    @Test("Deflated bytes that are cut, changed or too many are refused or fail their checksum")
    func damage() throws {
      let script = """
        import zlib
        text = b"".join(b"%d <event uid='%d'/>" % (i * i, i) for i in range(60))
        c = zlib.compressobj(9, zlib.DEFLATED, -15)
        print((c.compress(text) + c.flush()).hex(), text.hex())
        """
      let parts = try Python.run(script).split(separator: "\n")[0].split(separator: " ").map { Self.bytes($0) }
      let (packed, text) = (parts[0], parts[1])
      func content(_ packed: [UInt8], size: Int) throws -> [UInt8] {
        var builder = ZipBuilder()
        var file = ZipBuilder.File("x", packed)
        (file.method, file.headMethod) = (8, 8)
        (file.headSize, file.directorySize) = (size, size)
        (file.headChecksum, file.directoryChecksum) = (ZipBuilder.checksum(text), ZipBuilder.checksum(text))
        builder.files = [file]
        let archive = try ZipArchive(builder.bytes)
        return try archive.content(of: archive.entries[0])
      }
      #expect(try content(packed, size: text.count) == text)
      for length in packed.indices {
        #expect(throws: InputError.self) { try content(Array(packed[..<length]), size: text.count) }
      }
      #expect(throws: InputError.self) { try content(packed + [0], size: text.count) }
      #expect(throws: InputError.tooLarge(limit: text.count - 1)) { try content(packed, size: text.count - 1) }
      #expect(throws: InputError.self) { try content(packed, size: text.count + 1) }
      for place in packed.indices {
        for bit in 0..<8 {
          var changed = packed
          changed[place] ^= 1 << UInt8(bit)
          // The padding behind the last block says nothing.
          if let read = try? content(changed, size: text.count) { #expect(read == text && place == packed.count - 1) }
        }
      }
    }

    @Test(
      "Blocks that break the rules of deflate are refused",
      arguments: [
        [0x07], [0x01, 0x01, 0x00, 0xFE, 0xFE, 0x61], [0x01, 0x05, 0x00, 0xFA, 0xFF, 0x61], [0x03, 0x02], [0x63, 0x00],
        [0x05, 0xFF, 0xFF, 0xFF, 0xFF], [0x05, 0x00, 0x00], [], [0xFD, 0xFF, 0xFF],
      ] as [[UInt8]])
    func broken(packed: [UInt8]) throws {
      var builder = ZipBuilder()
      var file = ZipBuilder.File("x", packed)
      (file.method, file.headMethod) = (8, 8)
      (file.headSize, file.directorySize) = (1, 1)
      builder.files = [file]
      let archive = try ZipArchive(builder.bytes)
      #expect(throws: InputError.self) { try archive.content(of: archive.entries[0]) }
    }

    private static func bytes(_ text: Substring) -> [UInt8] {
      let digits = Array(text.utf8)
      return stride(from: 0, to: digits.count, by: 2).map { digit(digits[$0]) << 4 | digit(digits[$0 + 1]) }
    }

    private static func digit(_ byte: UInt8) -> UInt8 { byte < 0x3A ? byte - 0x30 : byte - 0x57 }
  }

  private enum Python {
    static let isPresent = (try? run("print(1)")) == "1\n"

    static func run(_ script: String) throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["python3", "-c", script]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
      return String(decoding: data, as: UTF8.self)
    }
  }
#endif
