/// All files of build settings of a project, by their paths.
struct BuildSettingsFolder: Sendable {
  /// Includes inside includes; also ends a circle.
  private static let deepestInclude = 16
  /// Lines that one file may come to with all that it includes.
  private static let mostLines = 5_000

  private let files: [String: BuildSettingsFile]
  /// Files that others include: they say nothing by themselves.
  let included: Set<String>

  init(_ list: [BuildSettingsFile]) {
    files = Dictionary(list.map { ($0.file.path, $0) }) { first, _ in first }
    var included: Set<String> = []
    for file in list {
      for line in file.lines {
        guard case .include(let path) = line.content else { continue }
        if let found = Self.find(path, from: file.file.path, in: files) { included.insert(found) }
      }
    }
    self.included = included
  }

  var paths: [String] { files.keys.sorted() }

  /// The file that a reference means: from the folder of what refers to it, else the one of that name.
  func find(_ reference: String, from path: String) -> String? { Self.find(reference, from: path, in: files) }

  private static func find(_ reference: String, from path: String, in files: [String: BuildSettingsFile]) -> String? {
    var parts = path.split(separator: "/").dropLast()
    for part in reference.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    let direct = parts.joined(separator: "/")
    if files[direct] != nil { return direct }
    let tail = "/" + reference.split(separator: "/").filter { $0 != ".." && $0 != "." }.joined(separator: "/")
    let candidates = files.keys.filter { ("/" + $0).hasSuffix(tail) }
    return candidates.count == 1 ? candidates.first : nil
  }

  /// What a file sets under a configuration, with what it includes.
  func settings(of path: String, configuration: String) -> [String: BuildSetting] {
    var lines = 0
    var found: [String: BuildSetting] = [:]
    collect(path, configuration, depth: 0, &lines, &found)
    return found
  }

  private func collect(
    _ path: String, _ configuration: String, depth: Int, _ lines: inout Int, _ found: inout [String: BuildSetting]
  ) {
    guard depth < Self.deepestInclude, let file = files[path] else { return }
    for line in file.lines where lines < Self.mostLines {
      lines += 1
      switch line.content {
      case .include(let reference):
        guard let next = find(reference, from: path) else { continue }
        collect(next, configuration, depth: depth + 1, &lines, &found)
      case .setting(let name, let text):
        guard let plain = BuildCondition.name(name, under: configuration) else { continue }
        found[plain] = BuildSetting(text, file: file.file, at: line.position).over(found[plain])
      }
    }
  }
}
