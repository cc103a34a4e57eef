/// What an image may cost before anything decodes it.
public struct ImageLimits: Sendable, Hashable {
  public var formats: Set<ImageFormat>
  public var maximumBytes: Int
  /// Width times height; a decoder needs four bytes for each.
  public var maximumPixels: Int
  public var maximumSide: Int
  public var maximumFrames: Int
  /// Width times height times frames: who shows a moving picture may hold them all.
  public var maximumFramePixels: Int
  /// How many scans a JPEG may have. Each costs as much as the whole picture and takes a few bytes to ask for.
  /// Source: libjpeg-turbo, "Two Issues with the JPEG Standard".
  public var maximumPasses: Int
  /// Whether bytes behind the image are accepted. Cameras append short films; so does who hides an archive.
  public var allowsTrailingData: Bool

  public init(
    formats: Set<ImageFormat> = [.png, .jpeg, .gif, .webp, .heic, .avif], maximumBytes: Int = 20 << 20,
    maximumPixels: Int = 50_000_000, maximumSide: Int = 16_384, maximumFrames: Int = 256,
    maximumFramePixels: Int = 200_000_000, maximumPasses: Int = 100, allowsTrailingData: Bool = true
  ) {
    self.formats = formats
    self.maximumBytes = maximumBytes
    self.maximumPixels = maximumPixels
    self.maximumSide = maximumSide
    self.maximumFrames = maximumFrames
    self.maximumFramePixels = maximumFramePixels
    self.maximumPasses = maximumPasses
    self.allowsTrailingData = allowsTrailingData
  }
}
