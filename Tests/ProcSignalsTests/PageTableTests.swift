#if os(Linux)

  import Foundation
  import Testing

  @Suite("The page table of a process that may no longer open it")
  struct PageTableTests {
    @Test(
      "A dumpable flag that is switched off after the first check hides no copied page",
      .enabled(if: ProbeRun.canBecomeOther, "needs another user"))
    func later() throws {
      let run = try ProbeRun("late")
      #expect(run.detected.contains("hooks.copiedCode"), "\(run.evidence)")
      #expect(!run.unavailable.contains("hooks.copiedCode"))
    }

    @Test(
      "One that was off before lets nobody look for copied pages, which alone leaves no question open",
      .enabled(if: ProbeRun.canBecomeOther, "needs another user"))
    func before() throws {
      let run = try ProbeRun("early")
      #expect(run.unavailable.contains("hooks.copiedCode"), "\(run.evidence)")
      #expect(!run.detected.contains("hooks.copiedCode"))
      #expect(run.hooked == "holds", "\(run.evidence)")
    }

    @Test("A forked child looks at its own pages, not at its parent's")
    func forked() throws {
      let run = try ProbeRun("forked")
      #expect(run.detected.contains("hooks.copiedCode"), "\(run.evidence)")
    }

    @Test("A program that closes all descriptors and opens others keeps those, and is checked as before")
    func closed() throws {
      let run = try ProbeRun("closed")
      #expect(run.unavailable.isEmpty && withoutUser(run.detected).isEmpty, "\(run.evidence)")
    }

    @Test("It takes no number that stands for input, output or errors where those are closed")
    func bare() throws {
      let run = try ProbeRun("bare")
      #expect(run.unavailable.isEmpty && withoutUser(run.detected).isEmpty, "\(run.evidence)")
    }
  }

#endif
