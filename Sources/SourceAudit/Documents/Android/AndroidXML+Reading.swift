import UntrustedInput

extension AndroidXML {
  private static let reader = XMLReader(
    maximumBytes: SourceLimits().fileBytes, maximumDepth: 128, allowsCDATA: true, allowsExternalDoctype: true,
    allowsDeclarations: true)

  /// The file as strictly read; for one that is broken every reading that can be had: both sides of a merge, or what
  /// its tags say by themselves.
  static func readings(of file: SourceText) -> (files: [AndroidXML], broken: AuditIncompleteness?) {
    // A layout that nobody can read opens no door; a manifest may.
    let isManifest = file.path.hasSuffix("AndroidManifest.xml")
    guard let kind = kind(of: file) ?? (isManifest ? .manifest : nil) else { return ([], nil) }
    do {
      return ([AndroidXML(kind: kind, file: file, root: try reader.read(Array(file.text.utf8)))], nil)
    } catch {
      var roots = ConflictMarker.sides(of: file.text).compactMap { try? reader.read(Array($0.utf8)) }
      if roots.isEmpty { roots = [BrokenMarkup.root(of: file.text)].compactMap { $0 } }
      return (roots.map { AndroidXML(kind: kind, file: file, root: $0) }, .notParsed(file, at: error.line))
    }
  }
}
