#if APPLE_EMULATION
  import AppleLink
  import CoreGraphics
  import CoreImage
  import Foundation
  import PeerMesh
  import Redaction
  import Testing

  /// Codes are drawn by libqrencode behind the emulation, and read by zbar where it is.
  struct MeshKeyCodeTests {
    private static let zbar = "/usr/bin/zbarimg"
    static var canScan: Bool { FileManager.default.isExecutableFile(atPath: zbar) }

    private static func key() throws -> MeshKey {
      var dice = SystemRandomNumberGenerator()
      return try MeshKey.random(mission: "north ridge", using: &dice)
    }

    private static func image(_ text: String, within pixels: Int = 600) throws -> CGImage {
      try MeshKeyCode.exposedImage(of: Secret(copying: text.utf8), within: pixels)
    }

    /// What a camera reads.
    private static func scan(_ image: CGImage) throws -> String {
      let view = EmulatedView(of: image)
      let grey = (0..<image.height).flatMap { row in
        (0..<image.width).map { UInt8(255 * (view.brightness($0, row) ?? 0)) }
      }
      let file = FileManager.default.temporaryDirectory.appending(path: "code-\(UUID().uuidString).pgm")
      defer { try? FileManager.default.removeItem(at: file) }
      try (Data("P5 \(image.width) \(image.height) 255\n".utf8) + grey).write(to: file)
      let scanner = Process()
      let output = Pipe()
      scanner.executableURL = URL(fileURLWithPath: zbar)
      scanner.arguments = ["--quiet", "--raw", file.path]
      scanner.standardOutput = output
      scanner.standardError = FileHandle.nullDevice
      try scanner.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      scanner.waitUntilExit()
      return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    @Test(.enabled(if: canScan, "no zbarimg (apt-get install zbar-tools)"))
    func `A camera reads the key's own text, in both forms`() throws {
      let key = try Self.key()
      func check(_ text: borrowing Secret) throws {
        let read = try Self.scan(MeshKeyCode.exposedImage(of: text, within: 600))
        let isSame = text.isEqual(to: read.utf8)
        #expect(isSame)
      }
      try check(MeshKeyText.exposedText(of: key))
      try check(MeshKeyText.exposedSeedText(of: key))
    }

    @Test func `A square is a whole number of pixels, black or white, and nothing is in between`() throws {
      let image = try Self.image("takcan-mesh-psk://", within: 110)
      // 18 bytes are of version 2: 25 squares, one light one of the system's and four of ours on each side.
      let side = 35
      #expect(image.width == 3 * side)
      #expect(image.height == 3 * side)
      let view = EmulatedView(of: image)
      let wrong = (0..<image.width * image.height).filter { place in
        let (column, row) = (place % image.width, place / image.width)
        let (x, y) = (column / 3, row / 3)
        let brightness = view.brightness(column, row)
        let isInside = [x, y].allSatisfy((5..<30).contains)
        return brightness != view.brightness(x * 3, y * 3) || !(brightness == 1 || (isInside && brightness == 0))
      }
      #expect(wrong.count == 0)
    }

    @Test func `The code is of level M`() throws {
      let view = EmulatedView(of: try Self.image("takcan-mesh-psk://", within: 35))
      // The first two squares of the format, under their mask 10: M is 00. Source: ISO/IEC 18004:2015 section 7.9.
      let format = [5, 6].map { view.brightness($0, 5 + 8) == 0 }
      #expect(format == [true, false])
    }

    @Test func `Another text is another code`() throws {
      let views = try ["a", "b"].map { EmulatedView(of: try Self.image($0, within: 31)) }
      #expect((0..<31 * 31).contains { views[0].brightness($0 % 31, $0 / 31) != views[1].brightness($0 % 31, $0 / 31) })
    }

    @Test func `The largest whole multiple that fits is drawn, and no smaller one`() throws {
      #expect(try Self.image("a", within: 31).width == 31)
      #expect(try Self.image("a", within: 61).width == 31)
      #expect(try Self.image("a", within: 62).width == 62)
      for pixels in [30, 0, -1, .min] {
        #expect(throws: MeshKeyCodeError.room(needed: 31)) { try Self.image("a", within: pixels) }
      }
    }

    @Test func `What no code holds is refused before the system is asked`() throws {
      let longest = String(repeating: "k", count: 2331)
      #expect(try Self.image(longest, within: 187).width == 187)
      EmulatedRenderer.$current.withValue(EmulatedRenderer(lacksCodes: true)) {
        for text in ["", longest + "k"] {
          #expect(throws: MeshKeyCodeError.length(limit: 2331)) { try Self.image(text) }
        }
      }
    }

    @Test func `A system that draws nothing is an error`() throws {
      for renderer in [EmulatedRenderer(lacksCodes: true), EmulatedRenderer(refusesToDraw: true)] {
        EmulatedRenderer.$current.withValue(renderer) {
          #expect(throws: MeshKeyCodeError.notDrawn) { try Self.image("a") }
        }
      }
    }

    @Test func `Core Image is told to keep nothing of the key`() throws {
      let renderer = EmulatedRenderer()
      try EmulatedRenderer.$current.withValue(renderer) { _ = try Self.image("a") }
      #expect(renderer.keptImages == 0)
    }

    @Test func `Errors say what to do and nothing of the key`() {
      #expect("\(MeshKeyCodeError.length(limit: 2331))" == "a QR code holds 1 to 2331 bytes")
      #expect("\(MeshKeyCodeError.room(needed: 31))" == "the QR code needs at least 31 pixels on each side")
      #expect("\(MeshKeyCodeError.notDrawn)" == "the system drew no QR code")
    }
  }
#endif
