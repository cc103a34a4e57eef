import Foundation
import SourceAudit

/// Swift to read: real packages as far as they are there, or the rules' own examples in many variations.
struct SwiftCorpus {
  let name: String
  let files: [SourceText]

  var lines: Int { files.reduce(0) { sum, file in sum + file.text.utf8.count { $0 == UInt8(ascii: "\n") } } }

  func compare() throws {
    try Comparison(name: "swift, \(name)", files: files, rounds: 5, limit: 0.25, hasWalk: true).run()
    try WarmRun.run(self)
  }

  /// The sources of the packages that this package was built with, up to so many lines; nil without checkouts.
  static func checkouts(_ folder: String, lines: Int) -> SwiftCorpus? {
    guard let packages = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
    var files: [SourceText] = []
    var count = 0
    for package in packages.sorted() {
      guard count < lines, let tree = try? SourceTree.read(folder: "\(folder)/\(package)/Sources") else { continue }
      for file in tree.files where file.path.hasSuffix(".swift") && count < lines {
        files.append(SourceText(path: "\(package)/\(file.path)", text: file.text))
        count += file.text.utf8.count { $0 == UInt8(ascii: "\n") }
      }
    }
    return files.isEmpty ? nil : SwiftCorpus(name: "packages", files: files)
  }

  /// Good and bad examples of all rules, each name changed, about three hundred lines in a file.
  static func generated(lines: Int) -> SwiftCorpus {
    let examples = Audit.manuals.flatMap { $0.violating + $0.conforming }.filter { $0.path.hasSuffix(".swift") }
    var files: [SourceText] = []
    var count = 0
    while count < lines {
      var text = ""
      var own = 0
      while own < 300 {
        let number = files.count * 97 + own
        let body = examples[number % examples.count].source
        text += "enum Part\(number) {\n  static func run\(number)() {\n\(body)\n  }\n}\n"
        own += 5 + body.utf8.count { $0 == UInt8(ascii: "\n") }
      }
      files.append(SourceText(path: "Sources/File\(files.count).swift", text: text))
      count += own
    }
    return SwiftCorpus(name: "examples", files: files)
  }
}
