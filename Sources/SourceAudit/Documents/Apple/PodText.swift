import UntrustedInput

/// Lines of the files of CocoaPods and Carthage. Both are read line by line: what a line does not say by itself is not
/// known.
/// Source: CocoaPods, Podfile syntax reference; Carthage, Artifacts.md.
enum PodText {
  static func pins(of file: SourceText, _ form: DependencyPin.Form) -> [DependencyPin] {
    var found: [DependencyPin] = []
    for (row, line) in file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let texts = quoted(line)
      let code = line.drop(while: \.isWhitespace)
      let place = TextPosition(line: row + 1, column: line.count - code.count + 1)
      guard let word = code.split(whereSeparator: { $0 == " " || $0 == "(" || $0 == "\t" }).first,
        let first = texts.first
      else { continue }
      let location = texts.first { $0.contains("://") || $0.hasPrefix("git@") }
      let isFixed = ["tag", "commit"].contains { code.contains(":\($0)") || code.contains("\($0):") }
      switch (form, word) {
      case (.podfile, "source"):
        found.append(
          DependencyPin(name: "source", location: first, version: nil, isMoving: false, file: file, position: place))
      case (.podfile, "pod"):
        let isGit = code.contains(":git") || code.contains("git:")
        found.append(
          DependencyPin(
            name: first, location: location, version: nil, isMoving: isGit && !isFixed, file: file, position: place))
      case (.cartfile, "git"), (.cartfile, "github"), (.cartfile, "binary"):
        let version = texts.count > 1 ? texts[1] : nil
        let isVersion = version?.first { $0 != "v" }?.isNumber == true || version?.count == 40
        let isAsked = code.contains("==") || code.contains(">=") || code.contains("~>")
        found.append(
          DependencyPin(
            name: first, location: location, version: version,
            isMoving: word != "binary" && version != nil && !isVersion && !isAsked, file: file, position: place))
      default: continue
      }
    }
    return found
  }

  /// The section PODS of a lock file: `  - Name (1.2.3):`
  static func locked(_ file: SourceText) -> [DependencyPin] {
    var found: [DependencyPin] = []
    var isInside = false
    for (row, line) in file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if let first = line.first, !first.isWhitespace { isInside = line.hasPrefix("PODS:") }
      guard isInside, line.hasPrefix("  - "), let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"),
        open < close
      else { continue }
      let name = line[line.index(line.startIndex, offsetBy: 4)..<open].filter { $0 != " " && $0 != "\"" }
      found.append(
        DependencyPin(
          name: name, location: nil, version: String(line[line.index(after: open)..<close]), isMoving: false,
          file: file, position: TextPosition(line: row + 1, column: 5)))
    }
    return found
  }

  /// The first line of a lock file that is no part of a list: without a dash or a colon, behind a tab, or with a bracket
  /// or a quote that does not end.
  static func brokenLine(of file: SourceText) -> Int? {
    let lines = file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.firstIndex(where: isBroken).map { $0 + 1 }
  }

  private static func isBroken(_ line: Substring) -> Bool {
    let blanks = line.prefix(while: \.isWhitespace)
    let text = line[blanks.endIndex...]
    guard let first = text.first, first != "#", text != "---" else { return false }
    var (round, square, quotes) = (0, 0, 0)
    for sign in text {
      switch sign {
      case "(": round += 1
      case ")": round -= 1
      case "[": square += 1
      case "]": square -= 1
      case "\"": quotes += 1
      default: break
      }
    }
    return blanks.contains("\t") || !text.hasPrefix("- ") && !text.contains(":")
      || (round, square, quotes % 2) != (0, 0, 0)
  }

  /// The texts in quotes, up to a comment.
  private static func quoted(_ line: Substring) -> [String] {
    var found: [String] = []
    var text = ""
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open {
          found.append(text)
          quote = nil
        } else {
          text.append(character)
        }
      } else if character == "\"" || character == "'" {
        quote = character
        text = ""
      } else if character == "#" {
        break
      }
    }
    return found
  }
}
