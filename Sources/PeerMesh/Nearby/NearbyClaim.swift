/// What becomes of a connection that says whose it is.
package enum NearbyClaim<Key: Hashable & Sendable>: Sendable, Hashable {
  /// It is the one to keep; the other one to the same device has to go.
  case granted(displacing: Key?)
  case refused
}
