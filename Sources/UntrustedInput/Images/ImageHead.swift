/// What the structure of an image says before a pixel is decoded: format, size, frames, bytes behind its end.
///
/// Protects the decoder from images that are huge for their bytes, are not what they are called, are cut, or carry
/// programs (SVG), or make it work again and again (frames, scans). It decodes nothing: pixel data that break the decoder
/// itself pass, and so do compressed texts and color profiles, and the tiles of a HEIC, whose sum only the decoder sees.
/// The place of a picture and other metadata stay in it.
/// Source: W3C PNG third edition; ITU-T T.81, annex B; GIF89a; RFC 9649 (WebP); ISO/IEC 23008-12; CWE-409, CWE-434,
/// CWE-646.
public struct ImageHead: Sendable, Hashable {
  public let format: ImageFormat
  /// In pixels; of formats with several pictures the largest one.
  public let width: Int
  public let height: Int
  /// 1 unless the image moves.
  public let frames: Int
  /// How many bytes stand behind the end of the image: a film, an archive, a page.
  public let trailingBytes: Int

  /// - Parameter mediaType: what the sender called it; nil where nobody said.
  /// - Throws: `empty`, `tooLarge` and the reasons of images.
  public init(_ bytes: [UInt8], mediaType: String? = nil, limits: ImageLimits = ImageLimits()) throws(InputRefusal) {
    // O.Source_1#870
    guard !bytes.isEmpty else { throw InputRefusal(.empty) }
    guard bytes.count <= limits.maximumBytes else { throw InputRefusal(.tooLarge, limit: limits.maximumBytes) }
    let format = try ImageSignature.format(of: bytes)
    guard limits.formats.contains(format) else { throw InputRefusal(.refusedFormat) }
    if let mediaType, ImageFormat(mediaType: mediaType) != format { throw InputRefusal(.mislabelledImage) }
    var structure: ImageStructure
    switch format {
    case .png: structure = try PNGStructure.read(bytes)
    case .jpeg: structure = try JPEGStructure.read(bytes)
    case .gif: structure = try GIFStructure.read(bytes)
    case .webp: structure = try WebPStructure.read(bytes)
    case .heic, .avif: structure = try HEIFStructure.read(bytes)
    case .bmp: structure = try BMPStructure.read(bytes)
    }
    guard structure.width > 0, structure.height > 0 else { throw InputRefusal(.damagedImage) }
    guard max(structure.width, structure.height) <= limits.maximumSide else {
      throw InputRefusal(.sideTooLong, limit: limits.maximumSide)
    }
    let pixels = structure.width.multipliedReportingOverflow(by: structure.height)
    guard !pixels.overflow, pixels.partialValue <= limits.maximumPixels else {
      throw InputRefusal(.tooManyPixels, limit: limits.maximumPixels)
    }
    guard structure.frames <= limits.maximumFrames else {
      throw InputRefusal(.tooManyFrames, limit: limits.maximumFrames)
    }
    let most = limits.maximumFramePixels / pixels.partialValue
    guard structure.frames == 1 || structure.frames <= most else { throw InputRefusal(.tooManyFrames, limit: most) }
    guard structure.passes <= limits.maximumPasses else {
      throw InputRefusal(.tooManyPasses, limit: limits.maximumPasses)
    }
    let trailing = bytes.count - structure.end
    guard trailing == 0 || limits.allowsTrailingData else { throw InputRefusal(.trailingData, at: structure.end + 1) }
    (self.format, width, height, frames) = (format, structure.width, structure.height, structure.frames)
    trailingBytes = trailing
  }
}
