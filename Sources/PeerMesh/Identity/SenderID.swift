/// What a device is called in the headers of one key's frames; derived from its signing key and the mission's key, so
/// that it changes with every key and only members can connect it with the device.
public struct SenderID: Sendable, Hashable, CustomStringConvertible {
  let number: UInt64

  init(_ number: UInt64) { self.number = number }

  public var description: String { String(number, radix: 16).leftPadded(to: 16) }
}
