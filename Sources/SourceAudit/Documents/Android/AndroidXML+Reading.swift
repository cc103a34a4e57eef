import UntrustedInput

extension AndroidXML {
  private static let reader = XMLReader(
    maximumBytes: SourceLimits().fileBytes, maximumDepth: 128, allowsCDATA: true, allowsExternalDoctype: true)

  /// The file as strictly read; for one that is broken every reading that can be had: both sides of a merge, or what
  /// its tags say by themselves.
  static func readings(of file: SourceText) -> (files: [AndroidXML], isBroken: Bool) {
    // A layout that nobody can read opens no door; a manifest may.
    let isManifest = file.path.hasSuffix("AndroidManifest.xml")
    guard let kind = kind(of: file) ?? (isManifest ? .manifest : nil) else { return ([], false) }
    if let root = try? reader.read(Array(file.text.utf8)) {
      return ([AndroidXML(kind: kind, file: file, root: root)], false)
    }
    var roots = sides(of: file.text).compactMap { try? reader.read(Array($0.utf8)) }
    if roots.isEmpty { roots = [BrokenMarkup.root(of: file.text)].compactMap { $0 } }
    return (roots.map { AndroidXML(kind: kind, file: file, root: $0) }, true)
  }

  /// The two texts that a merge left in one, each at its lines; empty for a text without its marks.
  private static func sides(of text: String) -> [String] {
    var ours = ""
    var theirs = ""
    var state = 0
    var sawMark = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var isMark = true
      if line.hasPrefix("<<<<<<< ") {
        state = 1
        sawMark = true
      } else if state == 1, line.hasPrefix("=======") {
        state = 2
      } else if line.hasPrefix(">>>>>>> ") {
        state = 0
      } else {
        isMark = line.hasPrefix("||||||| ")
      }
      if !isMark, state != 2 { ours += line }
      if !isMark, state != 1 { theirs += line }
      ours += "\n"
      theirs += "\n"
    }
    return sawMark ? [ours, theirs] : []
  }
}
