/// Bytes that came in and were not used yet. Used ones are moved out only now and then, so many small events cost no
/// more than one big one.
struct StreamBuffer: Sendable {
  private var bytes: [UInt8] = []
  private var used = 0

  var count: Int { bytes.count - used }
  var unread: ArraySlice<UInt8> { bytes[used...] }

  mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

  mutating func consume(_ count: Int) {
    used += count
    if used == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.count <= 1 << 16)
      used = 0
    } else if used > bytes.count / 2 {
      bytes.removeFirst(used)
      used = 0
    }
  }
}
