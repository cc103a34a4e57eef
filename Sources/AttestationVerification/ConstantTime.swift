/// A comparison that takes as long for any two values of one length: what is expected may be a secret of this session until
/// it is used.
package enum ConstantTime {
  package static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    // A statement for each byte: in one expression `|` and `^` would bind alike, from the left.
    for (one, other) in zip(left, right) { difference |= one ^ other }
    return difference == 0
  }
}
