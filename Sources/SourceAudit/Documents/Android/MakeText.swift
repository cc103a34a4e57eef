import UntrustedInput

/// Reads the flags out of a file of ndk-build, line by line: `LOCAL_CFLAGS += -O2`.
/// Source: developer.android.com, Android.mk and Application.mk; GNU make, Appendix A.
enum MakeText {
  static func flags(_ text: String) -> (flags: [NativeBuild.Flag], brokenLine: Int?) {
    var flags: [NativeBuild.Flag] = []
    // Of each condition that is open whether what stands there is for debug builds alone, and where it began.
    var conditions: [(isDebug: Bool, line: Int)] = []
    var isContinued = false
    var (holder, countOfBranches) = ("", 0)
    for (row, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let code = line.prefix { $0 != "#" }
      let words = Self.words(of: code, row + 1)
      let isAround = conditions.dropLast().last?.isDebug ?? false
      let continues = code.last == "\\"
      defer { if !continues { isContinued = false } }
      switch words.first?.text {
      case "ifeq", "ifneq", "ifdef", "ifndef":
        let isDebug = words[0].text == "ifeq" && asksForDebug(code)
        conditions.append((isDebug || conditions.last?.isDebug ?? false, row + 1))
        countOfBranches += 1
        continue
      case "else":
        if let last = conditions.popLast() { conditions.append((isAround, last.line)) }
        countOfBranches += 1
        continue
      case "endif":
        _ = conditions.popLast()
        continue
      default: break
      }
      let wasContinued = isContinued
      let isOfFlags = isContinued || isAssignment(words)
      if continues { isContinued = isOfFlags }
      if !wasContinued, let first = words.first { holder = "\(countOfBranches) \(variable(first.text))" }
      guard isOfFlags, conditions.last?.isDebug != true else { continue }
      flags += words.map { NativeBuild.Flag(text: $0.text, position: $0.position, holder: holder) }
    }
    return (flags, conditions.first?.line)
  }

  /// `ifeq ($(APP_OPTIM),debug)`, `ifeq ($(NDK_DEBUG),1)`
  private static func asksForDebug(_ condition: Substring) -> Bool {
    if condition.contains("APP_OPTIM"), condition.contains("debug") { return true }
    let plain = condition.filter { !$0.isWhitespace }
    return plain.contains("($(NDK_DEBUG),1)") || plain.contains("(1,$(NDK_DEBUG))")
  }

  private static func isAssignment(_ words: [NativeBuild.Flag]) -> Bool {
    guard let first = words.first?.text else { return false }
    let name = variable(first)
    return name.hasSuffix("FLAGS") || name.hasSuffix("LDLIBS")
  }

  /// `LOCAL_CFLAGS` of `LOCAL_CFLAGS+=`
  private static func variable(_ word: String) -> Substring {
    word.prefix { $0 != "=" && $0 != "+" && $0 != ":" && $0 != "?" }
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
