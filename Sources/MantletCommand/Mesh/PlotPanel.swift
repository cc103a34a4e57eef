/// A rectangle of an SVG between two axes: where a part of each axis lies, and the words along them.
struct PlotPanel {
  let left: Double
  let top: Double
  let width: Double
  let height: Double

  private static let ink = "#57606a"

  /// - Parameter part: of the axis, 0 to 1.
  func x(_ part: Double) -> Double { left + part * width }
  func y(_ part: Double) -> Double { top + (1 - part) * height }

  /// Both axes, what they count, and what is shown between them.
  func frame(_ title: String, across: String, up: String = "") -> String {
    let (middle, foot) = (Self.text(top + height / 2), top + height)
    let upwards = """
      <text x="\(Self.text(left - 44))" y="\(middle)" text-anchor="middle" \
      transform="rotate(-90 \(Self.text(left - 44)) \(middle))">\(up)</text>
      """
    return """
      <text x="\(Self.text(left))" y="\(Self.text(top - 22))" font-size="13" font-weight="bold">\(title)</text>
      <path d="M\(Self.text(left)) \(Self.text(top)) V\(Self.text(foot)) H\(Self.text(left + width))" fill="none" \
      stroke="\(Self.ink)"/>
      <text x="\(Self.text(left + width / 2))" y="\(Self.text(foot + 36))" text-anchor="middle">\(across)</text>
      \(up.isEmpty ? "" : upwards)
      """
  }

  /// A line through the panel at this part of the axis across, with its number below.
  func markAcross(_ part: Double, _ words: String) -> String {
    line(x(part), top, x(part), top + height) + label(x(part), top + height + 16, words)
  }

  /// A line through the panel at this part of the axis up, with its number beside it.
  func markUp(_ part: Double, _ words: String) -> String {
    line(left, y(part), left + width, y(part)) + label(left - 6, y(part) + 4, words, anchor: "end")
  }

  func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    """
    <line x1="\(Self.text(x1))" y1="\(Self.text(y1))" x2="\(Self.text(x2))" y2="\(Self.text(y2))" stroke="#d8dee4"/>
    """
  }

  func label(_ x: Double, _ y: Double, _ words: String, anchor: String = "middle", size: Int = 12) -> String {
    """
    <text x="\(Self.text(x))" y="\(Self.text(y))" text-anchor="\(anchor)" font-size="\(size)">\(words)</text>

    """
  }

  /// A tenth of a pixel is enough.
  static func text(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
