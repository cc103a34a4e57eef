public import CoreGraphics
public import Foundation

public struct CIContextOption: Hashable, Sendable {
  private let name: String

  public static let cacheIntermediates = CIContextOption(name: "kCIContextCacheIntermediates")
}

/// Draws. Follows Apple: what was drawn between is kept for the next drawing unless the options say no.
public class CIContext: NSObject {
  private let keepsIntermediates: Bool

  public init(options: [CIContextOption: Any]? = nil) {
    keepsIntermediates = options?[.cacheIntermediates] as? Bool ?? true
  }

  public func createCGImage(_ image: CIImage, from rect: CGRect) -> CGImage? {
    let state = EmulatedRenderer.current
    guard !state.refusesToDraw, !rect.isEmpty, !rect.isInfinite else { return nil }
    if keepsIntermediates { state.note(kept: image) }
    let (columns, rows) = (Int(rect.minX)..<Int(rect.maxX), Int(rect.minY)..<Int(rect.maxY))
    // A picture's rows go down.
    let brightness = rows.reversed().flatMap { y in columns.map { x in image.brightness(x, y) } }
    return CGImage(width: columns.count, height: rows.count, brightness: brightness)
  }
}
