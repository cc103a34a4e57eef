import UntrustedInput

/// What a framework for apps of several platforms is told in JSON: Capacitor, and Expo for React Native. The tools write
/// manifests out of it that are no part of the sources.
/// Source: capacitorjs.com, Capacitor configuration; docs.expo.dev, BuildProperties.
struct FrameworkSettings: Sendable {
  let file: SourceText
  /// Nil for a file that is no JSON.
  let root: JSONNode?

  init(_ file: SourceText) {
    self.file = file
    root = try? JSONReader(maximumBytes: SourceLimits().fileBytes, maximumDepth: 64, allowsComments: true).read(
      Array(file.text.utf8))
  }

  /// Copies among an app's assets are made by a build.
  static func isRead(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return ["capacitor.config.json", "app.json"].contains(name) && !path.contains("/assets/")
  }

  /// Capacitor's file, or one with the part that Expo reads.
  private var settings: JSONNode? { file.path.hasSuffix("capacitor.config.json") ? root : root?["expo"] }

  /// Members of one of these names, wherever they stand below.
  func members(_ names: Set<String>) -> [JSONMember] {
    var found: [JSONMember] = []
    var waiting = [settings].compactMap { $0 }
    while let node = waiting.popLast() {
      for member in node.members ?? [] {
        if names.contains(member.name) { found.append(member) }
        waiting.append(member.node)
      }
      waiting += node.array ?? []
    }
    return found
  }
}
