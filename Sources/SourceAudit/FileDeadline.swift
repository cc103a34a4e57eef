import Dispatch
import Foundation
import Synchronization

/// The last resort against a text on which the parser does not end in time.
///
/// A thread cannot be killed: a late one is left behind, computes on until the process ends or it is done, and its
/// answer is dropped. So ``Audit`` stops after a few late files, and the command that runs it ends its process.
enum FileDeadline {
  /// What the body answers on a thread of its own, or nil when it took longer.
  static func run<Answer: Sendable>(seconds: Int, _ body: @escaping @Sendable () -> Answer) -> Answer? {
    let box = Box<Answer>()
    let thread = Thread {
      let answer = body()
      box.answer.withLock { $0 = answer }
      box.done.signal()
    }
    // Chains without brackets recurse too; NestingScan bounds them so that this suffices. Used only when touched.
    thread.stackSize = 1 << 30
    thread.start()
    guard box.done.wait(timeout: .now() + .seconds(seconds)) == .success else { return nil }
    return box.answer.withLock { $0 }
  }

  private final class Box<Answer: Sendable>: Sendable {
    let answer = Mutex<Answer?>(nil)
    let done = DispatchSemaphore(value: 0)
  }
}
