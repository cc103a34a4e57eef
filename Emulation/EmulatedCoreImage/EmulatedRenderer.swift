import Synchronization

/// What Core Image draws with. Each test may have its own.
public final class EmulatedRenderer: Sendable {
  @TaskLocal public static var current = EmulatedRenderer()

  /// No image of a code is made.
  public let lacksCodes: Bool
  /// No picture comes of an image.
  public let refusesToDraw: Bool
  private let intermediates = Mutex(0)

  public init(lacksCodes: Bool = false, refusesToDraw: Bool = false) {
    (self.lacksCodes, self.refusesToDraw) = (lacksCodes, refusesToDraw)
  }

  /// Images that stay in caches.
  public var keptImages: Int { intermediates.withLock { $0 } }

  func note(kept _: CIImage) { intermediates.withLock { $0 += 1 } }
}
