import PeerMesh
import Testing

@Suite struct NewcomerBudgetTests {
  private let start: MeshTime = 1_800_000_000_000

  private func budget() -> NewcomerBudget<Int> {
    NewcomerBudget(Rate(perSecond: 4, burst: 16), ofOneHost: Rate(perSecond: 2, burst: 4), now: start)
  }

  private func taken(_ budget: inout NewcomerBudget<Int>, _ tries: Int, of host: Int?, now: MeshTime) -> Int {
    (0..<tries).count { _ in budget.take(host, now: now) }
  }

  @Test func `Who has used up his own takes nothing of the others'`() {
    var budget = budget()
    let first = taken(&budget, 1_000, of: 1, now: start)
    let others = (2..<1_000).reduce(0) { $0 + taken(&budget, 1, of: $1, now: start) }
    #expect(first == 4)
    #expect(others == 12)
  }

  @Test func `Who comes while nobody may has not used up his own`() {
    var budget = budget()
    let (all, late) = (taken(&budget, 16, of: nil, now: start), taken(&budget, 100, of: 1, now: start))
    let then = taken(&budget, 100, of: 1, now: start + 1_000)
    #expect(all == 16)
    #expect(late == 0)
    #expect(then == 4)
  }

  @Test func `A clock that is set back keeps a host out no longer than its rate says`() {
    var budget = budget()
    let first = taken(&budget, 10, of: 1, now: start)
    let before = start - 3_600_000
    let back = taken(&budget, 1, of: 1, now: before)
    let then = taken(&budget, 10, of: 1, now: before + 1_000)
    #expect(first == 4)
    #expect(back == 0)
    #expect(then == 2)
  }
}
