import Foundation
import Glibc

/// libqrencode, looked up at run time: nothing of it is linked and no header is needed. Source: qrencode.h.
struct QREncoder: @unchecked Sendable {
  // @unchecked: addresses of functions, which never change.
  private typealias Encode = @convention(c) (Int32, UnsafePointer<UInt8>?, Int32, UInt32) -> UnsafeMutableRawPointer?
  private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

  /// Nil where the library is missing: then no code is drawn.
  static let shared = QREncoder(path: "libqrencode.so.4")
  private let encode: Encode
  private let free: Free

  private init?(path: String) {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL), let encode = dlsym(library, "QRcode_encodeData"),
      let free = dlsym(library, "QRcode_free")
    else { return nil }
    self.encode = unsafeBitCast(encode, to: Encode.self)
    self.free = unsafeBitCast(free, to: Free.self)
  }

  /// Rows of squares, true for dark; nil for what no code holds and for an unknown level.
  func code(_ message: Data, level: String) -> [[Bool]]? {
    guard let number = ["L", "M", "Q", "H"].firstIndex(of: level) else { return nil }
    let made = message.withUnsafeBytes {
      encode(Int32($0.count), $0.baseAddress?.assumingMemoryBound(to: UInt8.self), 0, UInt32(number))
    }
    // The struct: version, width, and the squares, whose lowest bit is the colour.
    guard let made else { return nil }
    defer { free(made) }
    let side = Int(made.load(fromByteOffset: 4, as: Int32.self))
    let squares = made.load(fromByteOffset: 8, as: UnsafePointer<UInt8>.self)
    return (0..<side).map { row in (0..<side).map { squares[row * side + $0] & 1 == 1 } }
  }
}
