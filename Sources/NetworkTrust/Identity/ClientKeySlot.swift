/// One of two places for a key that never leaves hardware: during a renewal the new key stands beside the old.
public enum ClientKeySlot: UInt8, Sendable, Hashable, CaseIterable {
  case a = 1, b

  var other: ClientKeySlot { self == .a ? .b : .a }
}
