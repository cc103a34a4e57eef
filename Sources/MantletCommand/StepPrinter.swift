/// Prints steps as aligned lines for people or as one JSON object a line.
struct StepPrinter: Sendable {
  let asJSON: Bool
  let inColour: Bool

  init(asJSON: Bool) {
    self.asJSON = asJSON
    inColour = !asJSON && StandardOutput.isTerminal
  }

  func print(_ step: Step) {
    if asJSON { return StandardOutput.print(step.node) }
    let mark = step.isExpected ? paint("✓", 32) : paint("✗", 31)
    let time = "\(Int64(step.milliseconds.rounded())) ms"
    StandardOutput.print(
      "\(mark) \(pad(step.chapter, 9)) \(pad(step.what, 31)) \(pad(step.fact, 62)) "
        + String(repeating: " ", count: max(0, 8 - time.count)) + paint(time, 2))
  }

  /// A line that is no step; not part of JSON output.
  func note(_ line: String) {
    if !asJSON { StandardOutput.print(line) }
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func paint(_ text: String, _ colour: Int) -> String {
    inColour ? "\u{1B}[\(colour)m\(text)\u{1B}[0m" : text
  }
}
