#if Audit
  import Dispatch
  import Foundation
  import SourceAudit
  import Testing

  @Suite struct WorkCrewTests {
    /// What becomes of one item.
    private func outcome(limit: Duration, _ work: @escaping @Sendable () -> Void) -> WorkCrew.Outcome<Int> {
      WorkCrew(threads: 1, limit: limit, mostLate: 1).run(1) { item in
        work()
        return item
      }[0]
    }

    #if canImport(Glibc) || canImport(Musl) || canImport(Android)
      @Test("An item that waits longer than the limit, as on a busy machine, has its answer")
      func waits() {
        let outcome = outcome(limit: .seconds(1)) { Thread.sleep(forTimeInterval: 2) }
        guard case .answer(0) = outcome else {
          Issue.record("\(outcome)")
          return
        }
      }

      @Test("An item that computes longer than the limit is late, however much time others leave it")
      func computes() {
        let outcome = outcome(limit: .seconds(1)) {
          // Of this thread alone.
          var (start, now) = (timespec(), timespec())
          clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
          repeat { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) } while now.tv_sec - start.tv_sec < 3
        }
        guard case .late = outcome else {
          Issue.record("\(outcome)")
          return
        }
      }
    #endif

    @Test("An item that waits over twelve times as long as the limit is given up while it waits")
    func hangs() {
      let gate = DispatchSemaphore(value: 0)
      let outcome = outcome(limit: .milliseconds(100)) { _ = gate.wait(timeout: .now() + 60) }
      gate.signal()
      guard case .late = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }
  }
#endif
