#if Server
  import Foundation
  import TrustServer

  /// Takes a place at the derivations until it is let go.
  final class GateHolder: Sendable {
    private let isOver = Locked(false)
    private let task = Locked<Task<Void, Never>?>(nil)

    /// Returns when it has the place.
    func hold(_ gate: DerivationGate) async {
      let (started, begin) = AsyncStream.makeStream(of: Void.self)
      let isOver = isOver
      let held = Task {
        _ = await gate.run {
          begin.finish()
          while !isOver.value { Thread.sleep(forTimeInterval: 0.002) }
        }
        begin.finish()
      }
      task.set(held)
      for await _ in started {}
    }

    /// Returns when the place is free again.
    func letGo() async {
      isOver.set(true)
      await task.value?.value
    }
  }
#endif
