#if Server
  import Synchronization

  /// A value that several tasks of a test share.
  final class Locked<Value: Sendable>: Sendable {
    private let box: Mutex<Value>
    init(_ value: Value) { box = Mutex(value) }
    var value: Value { box.withLock { $0 } }
    func set(_ value: Value) { box.withLock { $0 = value } }
    func change(_ body: (inout Value) -> Void) { box.withLock { body(&$0) } }
  }
#endif
