public import Foundation

/// One line of a sealed log, opened.
public struct SealedLogLine: Sendable, Hashable {
  public let time: Date
  public let text: String

  init(time: Date, text: String) {
    self.time = time
    self.text = text
  }
}
