/// Where a file of an Android project belongs: its module, and the source set that says in which builds it takes part.
/// Source: developer.android.com, Configure build variants, Source sets.
struct AndroidPlace: Sendable, Hashable {
  /// The folder of the module; empty for the root.
  let module: String
  /// `main`, `debug`, `release` or that of a flavour.
  let sourceSet: String

  init(_ path: String) {
    let folders = path.split(separator: "/").dropLast().map(String.init)
    if let source = folders.lastIndex(of: "src"), source + 1 < folders.count {
      module = folders[..<source].joined(separator: "/")
      sourceSet = folders[source + 1]
    } else {
      // Projects of old, and samples: the resources lie beside the manifest.
      module = (folders.lastIndex(of: "res").map { folders[..<$0] } ?? folders[...]).joined(separator: "/")
      sourceSet = "main"
    }
  }

  private static let asides: Set<String> = [
    "benchmark", "macrobenchmark", "microbenchmark", "baselineprofile", "sample", "samples", "demo", "lint",
    "buildsrc",
  ]

  /// Whether what stands here reaches users: no debug build, no module that only measures or shows something.
  var isShipped: Bool {
    if sourceSet.lowercased().hasPrefix("androidtest") || sourceSet.hasPrefix("test") { return false }
    if sourceSet == "debug" || sourceSet.hasSuffix("Debug") { return false }
    return Self.asides.isDisjoint(with: module.split(separator: "/").map { $0.lowercased() })
  }
}
