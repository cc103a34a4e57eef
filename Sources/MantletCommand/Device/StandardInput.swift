import Foundation
import Redaction

/// The line of life between a device process and the one that started it: the first line may carry a secret, the end
/// of input means that the starter is gone.
enum StandardInput {
  /// The first line, byte by byte, so that nothing behind it is swallowed by a buffer.
  static func secretLine() -> Secret {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < 4096, read(0, &byte, 1) == 1, byte != 10 { bytes.append(byte) }
    let secret = Secret(copying: bytes)
    for index in bytes.indices { bytes[index] = 0 }
    return secret
  }

  /// Ends this process when standard input ends.
  static func endWithInput() {
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 256)
      while read(0, &buffer, buffer.count) > 0 {}
      _exit(0)
    }
  }
}
