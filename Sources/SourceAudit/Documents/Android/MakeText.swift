import UntrustedInput

/// Reads the flags out of a file of ndk-build, line by line: `LOCAL_CFLAGS += -O2`.
/// Source: developer.android.com, Android.mk and Application.mk; GNU make, Appendix A.
enum MakeText {
  static func flags(_ text: String) -> (flags: [NativeBuild.Flag], brokenLine: Int?) {
    var flags: [NativeBuild.Flag] = []
    // Of each condition that is open whether what stands there is for debug builds alone, and where it began.
    var conditions: [(isDebug: Bool, line: Int)] = []
    var isContinued = false
    for (row, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let code = line.prefix { $0 != "#" }
      let words = Self.words(of: code, row + 1)
      let isAround = conditions.dropLast().last?.isDebug ?? false
      let continues = code.last == "\\"
      defer { if !continues { isContinued = false } }
      switch words.first?.text {
      case "ifeq", "ifneq", "ifdef", "ifndef":
        let isDebug = words[0].text == "ifeq" && code.contains("APP_OPTIM") && code.contains("debug")
        conditions.append((isDebug || conditions.last?.isDebug ?? false, row + 1))
        continue
      case "else":
        if let last = conditions.popLast() { conditions.append((isAround, last.line)) }
        continue
      case "endif":
        _ = conditions.popLast()
        continue
      default: break
      }
      let isOfFlags = isContinued || isAssignment(words)
      if continues { isContinued = isOfFlags }
      if isOfFlags, conditions.last?.isDebug != true { flags += words }
    }
    return (flags, conditions.first?.line)
  }

  private static func isAssignment(_ words: [NativeBuild.Flag]) -> Bool {
    guard let first = words.first?.text else { return false }
    let name = first.prefix { $0 != "=" && $0 != "+" && $0 != ":" && $0 != "?" }
    return name.hasSuffix("FLAGS") || name.hasSuffix("LDLIBS")
  }

  /// Between blanks; what a function works on, `$(filter-out -g, …)`, is left out.
  private static func words(of line: Substring, _ number: Int) -> [NativeBuild.Flag] {
    var words: [NativeBuild.Flag] = []
    var (word, start, depth) = ("", 1, 0)
    func end() {
      if !word.isEmpty {
        words.append(NativeBuild.Flag(text: word, position: TextPosition(line: number, column: start)))
      }
      word = ""
    }
    for (column, sign) in line.enumerated() {
      switch sign {
      case "(", "{": depth += 1
      case ")", "}": depth = max(0, depth - 1)
      case _ where depth > 0: break
      case " ", "\t", "\\": end()
      // `LOCAL_CFLAGS:=-O2`
      case "=":
        word.append(sign)
        if words.isEmpty { end() }
      default:
        if word.isEmpty { start = column + 1 }
        word.append(sign)
      }
    }
    end()
    return words
  }
}
