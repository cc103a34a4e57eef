#if Audit
  import Foundation
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A moving bar on standard error while a long audit runs; nothing when that is no terminal or the audit is quick.
  final class AuditProgress: Sendable {
    private enum State { case waiting, drawn, over }
    private let state = Mutex(State.waiting)
    private let files: Int

    init(files: Int) {
      self.files = files
      guard isatty(2) == 1, ProcessInfo.processInfo.environment["TERM"] != "dumb" else { return }
      Thread.detachNewThread { [self] in draw() }
    }

    /// Erases the bar: nothing is drawn after this returns.
    func finish() {
      state.withLock { state in
        if case .drawn = state { Descriptor.write("\r\u{1B}[2K", to: 2) }
        state = .over
      }
    }

    private func draw() {
      let width = 24
      var step = 0
      // Quick audits end before anything is drawn.
      Thread.sleep(forTimeInterval: 0.4)
      while true {
        let isOver = state.withLock { state in
          if case .over = state { return true }
          let place = step % (2 * width)
          let at = place < width ? place : 2 * width - 1 - place
          let bar = (0..<width).map { abs($0 - at) < 3 ? "━" : "─" }.joined()
          Descriptor.write("\r\(bar) reading \(files) files, \(step / 10) s ", to: 2)
          state = .drawn
          return false
        }
        if isOver { break }
        step += 1
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
  }
#endif
