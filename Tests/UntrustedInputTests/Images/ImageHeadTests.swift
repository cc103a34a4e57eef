import Foundation
import Testing
import UntrustedInput

@Suite struct ImageHeadTests {
  static let samples: [(String, ImageFormat, Int)] = [
    (ImageSamples.png, .png, 1), (ImageSamples.jpeg, .jpeg, 1), (ImageSamples.progressiveJPEG, .jpeg, 1),
    (ImageSamples.gif, .gif, 1),
    (ImageSamples.bmp, .bmp, 1), (ImageSamples.webp, .webp, 1), (ImageSamples.losslessWebP, .webp, 1),
    (ImageSamples.alphaWebP, .webp, 1),
    (ImageSamples.movingGIF, .gif, 3), (ImageSamples.movingWebP, .webp, 3), (ImageSamples.movingPNG, .png, 3),
    (ImageSamples.avif, .avif, 1),
  ]
  private let all = ImageLimits(formats: Set(ImageFormat.allCases))

  private func bytes(_ sample: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: sample))) }

  private func reason(_ bytes: [UInt8], _ limits: ImageLimits? = nil, _ type: String? = nil) -> String {
    do throws(InputRefusal) {
      _ = try ImageHead(bytes, mediaType: type, limits: limits ?? all)
      return "+"
    } catch { return error.reason.rawValue }
  }

  @Test("Pictures of real encoders: format, size, frames and end", arguments: samples)
  func real(sample: String, format: ImageFormat, frames: Int) throws {
    let head = try ImageHead(bytes(sample), mediaType: format.mediaType, limits: all)
    #expect(head.format == format)
    #expect((head.width, head.height, head.frames) == (13, 7, frames))
    #expect(head.trailingBytes == 0)
  }

  @Test("A HEIC of a real encoder")
  func heic() throws {
    let head = try ImageHead(bytes(ImageSamples.heic), mediaType: "image/heif")
    #expect((head.format, head.width, head.height) == (.heic, 64, 64))
  }

  @Test("A picture that is cut anywhere is refused, whatever is left of it", arguments: samples)
  func cut(sample: String, format: ImageFormat, frames: Int) throws {
    let whole = try bytes(sample)
    for count in 0..<whole.count {
      #expect(reason(Array(whole[..<count])) != "+", "\(format) of \(count) bytes")
    }
  }

  @Test("Bytes behind a picture are counted, and refused when asked for", arguments: samples)
  func trailing(sample: String, format: ImageFormat, frames: Int) throws {
    let more = try bytes(sample) + Array("PK\u{3}\u{4}hidden".utf8)
    #expect(try ImageHead(more, limits: all).trailingBytes == 10)
    var strict = all
    strict.allowsTrailingData = false
    #expect(reason(more, strict) == "trailingData")
    #expect(reason(try bytes(sample), strict) == "+")
  }

  @Test("A picture under another name is refused; old names of its own type are not")
  func types() throws {
    for (sample, format, _) in Self.samples {
      for other in ImageFormat.allCases where other != format {
        #expect(reason(try bytes(sample), nil, other.mediaType) == "mislabelledImage")
      }
      #expect(reason(try bytes(sample), nil, "text/html") == "mislabelledImage")
    }
    #expect(reason(try bytes(ImageSamples.jpeg), nil, "Image/JPG; q=1") == "+")
  }

  @Test("Bitmaps are refused unless they are asked for")
  func formats() throws {
    #expect(reason(try bytes(ImageSamples.bmp), ImageLimits()) == "refusedFormat")
    #expect(reason(try bytes(ImageSamples.gif), ImageLimits(formats: [.png])) == "refusedFormat")
  }

  @Test(
    "A bomb is refused by its header",
    arguments: [
      (20_000, 20_000, "sideTooLong"), (16_000, 16_000, "tooManyPixels"), (1, 16_385, "sideTooLong"),
      (0, 5, "damagedImage"), (7000, 7000, "+"),
    ])
  func bombs(width: Int, height: Int, expected: String) throws {
    var gif = try bytes(ImageSamples.gif)
    (gif[6], gif[7], gif[8], gif[9]) = (UInt8(width & 255), UInt8(width >> 8), UInt8(height & 255), UInt8(height >> 8))
    #expect(reason(gif) == expected)
  }

  @Test("A frame larger than the screen counts, in each format that has frames")
  func largeFrames() throws {
    var gif = try bytes(ImageSamples.gif)
    let frame = try #require(gif.lastIndex(of: 0x2C).map { _ in gif.indices.first { gif[$0] == 0x2C && $0 > 20 } }) ?? 0
    (gif[frame + 5], gif[frame + 6]) = (0xFF, 0xFF)
    #expect(reason(gif) == "sideTooLong")
    var webp = try bytes(ImageSamples.alphaWebP)
    // The canvas becomes one by one; the picture inside stays.
    for place in 24...29 { webp[place] = 0 }
    #expect(reason(webp) == "damagedImage")
  }

  @Test("A changed header of a PNG is noticed by its checksum, and a frame over the edge by its place")
  func png() throws {
    var png = try bytes(ImageSamples.png)
    png[19] = 99
    #expect(reason(png) == "damagedImage")
    var moving = try bytes(ImageSamples.movingPNG)
    let frame = try #require(moving.indices.first { moving[$0...].starts(with: "fcTL".utf8) })
    moving[frame + 8] = 9
    #expect(reason(moving) == "damagedImage")
  }

  @Test("More frames than the limit are refused")
  func frames() throws {
    var limits = all
    limits.maximumFrames = 2
    for sample in [ImageSamples.movingGIF, ImageSamples.movingPNG, ImageSamples.movingWebP] {
      #expect(reason(try bytes(sample), limits) == "tooManyFrames")
    }
  }

  @Test(
    "Markup and programs are no pictures",
    arguments: [
      ("<svg xmlns='http://www.w3.org/2000/svg'/>", "activeImage"),
      ("\u{FEFF}<?xml version='1.0'?><svg/>", "activeImage"), ("\n  <!-- --><svg/>", "activeImage"),
      ("<html>", "activeImage"), ("%PDF-1.7", "unknownImage"), ("PK\u{3}\u{4}", "unknownImage"),
      ("#!/bin/sh", "unknownImage"), ("GIF88a", "unknownImage"), ("BM", "damagedImage"),
      ("RIFF....WAVE", "unknownImage"), ("....ftypisom........", "damagedImage"),
      ("\u{0}\u{0}\u{0}\u{14}ftypisom\u{0}\u{0}\u{0}\u{0}mp42", "unknownImage"), ("", "empty"),
    ])
  func others(text: String, expected: String) { #expect(reason(Array(text.utf8)) == expected) }

  @Test("Changed bytes never do more than a refusal, and never a picture beyond the limits")
  func noise() throws {
    var generator = SeededGenerator(409)
    for (sample, _, _) in Self.samples + [(ImageSamples.heic, .heic, 1)] {
      let whole = try bytes(sample)
      for _ in 0..<400 {
        var changed = whole
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          changed[Int.random(in: 0..<min(changed.count, 400), using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        }
        guard let head = try? ImageHead(changed, limits: all) else { continue }
        #expect(head.width * head.height <= all.maximumPixels && max(head.width, head.height) <= all.maximumSide)
        #expect((0...changed.count).contains(head.trailingBytes))
      }
    }
  }
}
