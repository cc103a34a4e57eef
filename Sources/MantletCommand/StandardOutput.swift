import Foundation
import UntrustedInput

/// Results, one write per line, so that lines of a pipe are never cut by buffering.
enum StandardOutput {
  static func print(_ line: String) { Descriptor.write(line + "\n", to: 1) }
  static func print(_ node: JSONNode) { print(JSONWriter().text(node)) }
  static var isTerminal: Bool { isatty(1) == 1 }
}
