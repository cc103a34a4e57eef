import Foundation

/// Text that cannot be read in the built program. It hides from a search for strings, from nobody who reads the code.
enum SealedText {
  static func opened(_ sealed: StaticString, version: UInt32) -> String {
    let text = sealed.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    guard let bytes = Data(base64Encoded: text) else { return "" }
    var state = version &* 2_654_435_761
    return String(
      decoding: bytes.map { byte in
        state = state &* 1_664_525 &+ 1_013_904_223
        return byte ^ UInt8(truncatingIfNeeded: state >> 24)
      }, as: UTF8.self)
  }
}
