import Foundation
import Testing
import UntrustedInput

/// Pictures that are small as files and cost much to decode, made out of pictures of real encoders.
@Suite struct ImageBombTests {
  private func bytes(_ sample: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: sample))) }

  private func reason(_ bytes: [UInt8], _ limits: ImageLimits = ImageLimits(formats: Set(ImageFormat.allCases)))
    -> String
  {
    do throws(InputRefusal) {
      _ = try ImageHead(bytes, limits: limits)
      return "+"
    } catch { return error.reason.rawValue }
  }

  private func place(of name: String, in bytes: [UInt8]) throws -> Int {
    try #require(bytes.indices.first { bytes[$0...].starts(with: name.utf8) })
  }

  @Test("Frames of a PNG count, however few it says that it has")
  func hiddenFrames() throws {
    var png = try bytes(ImageSamples.movingPNG)
    let control = try place(of: "fcTL", in: png) - 4
    let chunk = Array(png[control..<(control + 38)])
    png.insert(contentsOf: (0..<300).flatMap { _ in chunk }, at: control)
    #expect(reason(png) == "tooManyFrames")
  }

  @Test("A JPEG of a hundred scans is read, one more is refused")
  func scans() throws {
    let jpeg = try bytes(ImageSamples.progressiveJPEG)
    let starts = jpeg.indices.dropLast().filter { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA }
    let (first, second) = (try #require(starts.first), try #require(starts.dropFirst().first))
    func repeated(_ total: Int) -> [UInt8] {
      let scan = Array(jpeg[first..<second])
      return Array(jpeg[..<first]) + (0..<(total - starts.count)).flatMap { _ in scan } + Array(jpeg[first...])
    }
    #expect(reason(repeated(100)) == "+")
    #expect(reason(repeated(101)) == "tooManyPasses")
  }

  @Test("All frames together have a limit of their own")
  func allFrames() throws {
    var gif = try bytes(ImageSamples.movingGIF)
    for (place, byte) in [(6, 7000 & 255), (7, 7000 >> 8), (8, 7000 & 255), (9, 7000 >> 8)] { gif[place] = UInt8(byte) }
    #expect(reason(gif) == "+")
    var limits = ImageLimits()
    limits.maximumFramePixels = 100_000_000
    #expect(reason(gif, limits) == "tooManyFrames")
    limits = ImageLimits(
      maximumPixels: .max, maximumSide: .max, maximumFrames: .max, maximumFramePixels: .max)
    #expect(reason(gif, limits) == "+")
  }

  @Test("A frame of a WebP that lies beyond its canvas is refused")
  func beyond() throws {
    var webp = try bytes(ImageSamples.movingWebP)
    let frame = try place(of: "ANMF", in: webp)
    webp[frame + 9] = 1
    #expect(reason(webp) == "damagedImage")
  }

  @Test("A bitmap has all the pixels that it says")
  func bitmap() throws {
    for (place, byte) in [(22, 8), (18, 14), (28, 32), (28, 5), (10, 20)] {
      var bmp = try bytes(ImageSamples.bmp)
      bmp[place] = UInt8(byte)
      #expect(reason(bmp) == "damagedImage", "\(place)")
    }
  }

  /// 54 bytes: both headers and no pixel.
  @Test("A bitmap whose pixels no number holds is refused", arguments: [24, 32] as [UInt8], [0, 3] as [UInt8])
  func endlessBitmap(bits: UInt8, coding: UInt8) {
    let most: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F]
    let file = Array("BM".utf8) + [54, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0]
    let picture = [40, 0, 0, 0] + most + most + [1, 0, bits, 0, coding, 0, 0, 0] + [UInt8](repeating: 0, count: 20)
    #expect(file.count + picture.count == 54)
    #expect(reason(file + picture) == "damagedImage")
    let unbounded = ImageLimits(formats: [.bmp], maximumPixels: .max, maximumSide: .max)
    #expect(reason(file + picture, unbounded) == "damagedImage")
    // The least number of all has no positive twin.
    let lowest: [UInt8] = [0, 0, 0, 0x80]
    #expect(reason(file + picture[..<8] + lowest + picture[12...]) == "damagedImage")
  }

  @Test("A HEIC whose pixels no number holds is refused, whatever side is allowed")
  func endlessItem() throws {
    var heic = try bytes(ImageSamples.heic)
    let size = try place(of: "ispe", in: heic) + 8
    for place in size..<(size + 8) { heic[place] = 0xFF }
    #expect(reason(heic) == "sideTooLong")
    #expect(reason(heic, ImageLimits(maximumPixels: .max, maximumSide: .max)) == "tooManyPixels")
  }

  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] { number(content.count + 8) + name.utf8 + content }
  private func number(_ value: Int) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A sequence as its tables tell of it.
  private func movie(samples: Int, width: Int) -> [UInt8] {
    let entry = [UInt8](repeating: 0, count: 24) + number(width << 16 | 9) + [UInt8](repeating: 0, count: 50)
    let tables =
      box("stsd", number(0) + number(1) + box("hvc1", entry)) + box("stsz", number(0) + number(0) + number(samples))
    return box("moov", box("trak", box("mdia", box("minf", box("stbl", tables)))))
  }

  @Test("A HEIC counts the frames of its sequence, and their size")
  func sequence() throws {
    let still = try bytes(ImageSamples.heic)
    #expect(try ImageHead(still + movie(samples: 12, width: 64)).frames == 12)
    #expect(reason(still + movie(samples: 1000, width: 64)) == "tooManyFrames")
    #expect(reason(still + movie(samples: 2, width: 60_000)) == "sideTooLong")
    #expect(reason(still + box("moof", [])) == "damagedImage")
    var deep: [UInt8] = []
    for _ in 0..<300 { deep = box("trak", deep) }
    #expect(reason(still + box("moov", deep)) == "+")
  }
}
