/// The languages that a front end reads into a ``SourceUnit``.
package enum SourceLanguage: String, Sendable, Hashable, CaseIterable {
  case swift, kotlin, java, objectiveC

  /// Nil for a file that no front end reads.
  package init?(path: String) {
    if path.hasSuffix(".swift") {
      self = .swift
      return
    }
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "swift": self = .swift
    case "kt", "kts": self = .kotlin
    case "java": self = .java
    case "m", "mm", "h": self = .objectiveC
    default: return nil
    }
  }
}
