/// An object of Apple's that is handed to the queue of a transport.
struct Held<Value>: @unchecked Sendable {
  // @unchecked: the system hands it out and uses it from any thread itself; ours is one queue.
  let value: Value

  init(_ value: Value) { self.value = value }
}
