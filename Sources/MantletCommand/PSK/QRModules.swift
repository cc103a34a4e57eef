import Foundation
import Redaction

#if TAK && os(Linux)
  import CQrencode
#endif

/// The dark and light squares of a QR code. They hold the text: for a key they are as secret as the key, and no memory of
/// them is wiped.
struct QRModules: Sendable, Equatable {
  /// Light squares around the code. Source: ISO/IEC 18004:2015 section 5.3.8.
  static let quiet = 4
  let width: Int
  let dark: [Bool]

  /// The squares with their quiet zone.
  var side: Int { width + 2 * Self.quiet }

  /// Whether the square is dark, counted with the quiet zone.
  func isDark(_ column: Int, _ row: Int) -> Bool {
    let (x, y) = (column - Self.quiet, row - Self.quiet)
    return (0..<width).contains(x) && (0..<width).contains(y) && dark[y * width + x]
  }

  #if TAK && os(Linux)
    /// Level M: up to 15 % of the code may be unreadable. Nil when the text is too long for a code or empty.
    init?(_ text: borrowing Secret) {
      let code = text.withExposedBytes { bytes in
        QRcode_encodeData(
          Int32(clamping: bytes.count), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), 0, QR_ECLEVEL_M)
      }
      guard let code, let data = code.pointee.data else { return nil }
      let count = Int(code.pointee.width) * Int(code.pointee.width)
      width = Int(code.pointee.width)
      // The lowest bit is the colour. Source: qrencode.h.
      dark = (0..<count).map { data[$0] & 1 == 1 }
      for place in 0..<count { data[place] = 0 }
      QRcode_free(code)
    }
  #endif
}
