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
    private let isDone = Mutex(false)
    private let files: Int

    init(files: Int) {
      self.files = files
      guard isatty(2) == 1, ProcessInfo.processInfo.environment["TERM"] != "dumb" else { return }
      Thread.detachNewThread { [self] in draw() }
    }

    /// Erases the bar.
    func finish() { isDone.withLock { $0 = true } }

    private func draw() {
      let width = 24
      var step = 0
      // Quick audits end before anything is drawn.
      Thread.sleep(forTimeInterval: 0.4)
      while true {
        let isOver = isDone.withLock { isDone in
          if isDone { return true }
          let place = step % (2 * width)
          let at = place < width ? place : 2 * width - 1 - place
          let bar = (0..<width).map { abs($0 - at) < 3 ? "━" : "─" }.joined()
          Descriptor.write("\r\(bar) reading \(files) files, \(step / 10) s ", to: 2)
          return false
        }
        if isOver { break }
        step += 1
        Thread.sleep(forTimeInterval: 0.1)
      }
      if step > 0 { Descriptor.write("\r\u{1B}[2K", to: 2) }
    }
  }
#endif
