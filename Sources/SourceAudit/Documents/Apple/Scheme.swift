import UntrustedInput

/// A scheme of Xcode: which configuration its archives are built with.
struct Scheme: Sendable {
  let file: SourceText
  /// The configuration of the archive action; nil when the scheme has none.
  let archive: MarkupAttribute?

  /// Nil for what cannot be read.
  init?(_ file: SourceText) {
    guard let root = try? XMLReader(maximumBytes: SourceLimits().fileBytes).read(Array(file.text.utf8)) else {
      return nil
    }
    self.file = file
    archive = root.first("ArchiveAction")?.attribute("buildConfiguration")
  }
}
