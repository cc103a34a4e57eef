/// Source sets that Gradle compiles into debug builds only.
/// Source: developer.android.com, Configure build variants, Source sets.
enum DebugFolder {
  static func holds(_ path: String) -> Bool {
    let folders = path.split(separator: "/").dropLast()
    return zip(folders, folders.dropFirst()).contains { $0 == "src" && ($1 == "debug" || $1.hasSuffix("Debug")) }
  }
}
