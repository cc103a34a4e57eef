import Redaction

extension Secret {
  /// Lends the bytes as an array, for readers that want one, and overwrites it after. What `body` copies out of it is
  /// its own affair; it must not return a slice.
  borrowing func withExposedArray<Result: ~Copyable, Failure: Error>(
    _ body: ([UInt8]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var array = withExposedBytes { Array($0) }
    defer { Self.overwrite(&array) }
    return try body(array)
  }

  /// `head`, then this secret, then `tail`.
  borrowing func wrapped(head: [UInt8], tail: [UInt8] = []) -> Secret {
    withExposedBytes { bytes in
      Secret(count: head.count + bytes.count + tail.count) { room in
        room.copyBytes(from: head)
        UnsafeMutableRawBufferPointer(rebasing: room[head.count...]).copyMemory(from: bytes)
        UnsafeMutableRawBufferPointer(rebasing: room[(head.count + bytes.count)...]).copyBytes(from: tail)
      }
    }
  }

  /// A function of its own, so that nobody sees that the zeros are never read.
  @inline(never)
  static func overwrite(_ array: inout [UInt8]) {
    array.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
  }
}
