import PeerMesh
import SecurityTesting
import Testing

@Suite struct MeshTrialTests {
  private func trial(_ change: (inout MeshTrial) -> Void = { _ in }) throws -> MeshTrialReport {
    var trial = MeshTrial()
    (trial.nodes, trial.messages) = (60, 6)
    change(&trial)
    return try trial.run()
  }

  @Test func `Without loss everybody within reach gets each message once`() throws {
    let report = try trial()
    #expect(report.proofs == 2 * report.links && report.withinReach > 100)
    #expect(report.deliveryRatio == 1 && report.doubled == 0 && report.beyondReach == 0)
    #expect(report.latencies.count == report.reached)
  }

  @Test func `With loss, doubles and overtaking most get it, and nobody twice`() throws {
    let report = try trial {
      $0.weather = SimulatedWeather(loss: 0.1, duplication: 0.2, delay: 1...200)
      $0.mtu = 512
    }
    #expect(report.deliveryRatio > 0.85 && report.doubled == 0)
  }

  @Test func `The same seed gives the same run, another one another`() throws {
    let runs = try [1, 1, 2].map { seed in try trial { $0.seed = seed } }
    #expect(runs[0] == runs[1] && runs[0] != runs[2])
  }

  @Test func `Nothing crosses a wall`() throws {
    let report = try trial {
      $0.partition = 0.5
      $0.messages = 2
    }
    #expect(report.deliveryRatio == 1 && report.beyondReach == 0)
  }
}
