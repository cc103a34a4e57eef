/// A picture in grey. Left out: colour spaces, formats, providers.
public final class CGImage {
  public let width: Int
  public let height: Int
  /// Rows from the top; nil where nothing was drawn.
  let brightness: [Double?]

  package init(width: Int, height: Int, brightness: [Double?]) {
    (self.width, self.height, self.brightness) = (width, height, brightness)
  }
}

/// What somebody sees who looks at a picture.
public struct EmulatedView {
  private let image: CGImage

  public init(of image: CGImage) { self.image = image }

  /// From 0, black, to 1, white; nil where one sees through. Counted from the upper left corner.
  public func brightness(_ column: Int, _ row: Int) -> Double? { image.brightness[row * image.width + column] }
}
