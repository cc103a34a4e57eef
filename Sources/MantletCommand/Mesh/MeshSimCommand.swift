import ArgumentParser
import Foundation
import PeerMesh
import SecurityTesting
import UntrustedInput

/// `mantlet mesh sim`: thousands of nodes in one process.
struct MeshSimCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sim", abstract: "Simulate a mesh: what arrives, when, and at what price.",
    discussion: """
      The nodes run the protocol of a real node, ciphers included, under a simulated clock; radio interference is not \
      simulated. The same seed gives the same figures. They say what arrives, not from whom: all nodes hold one key, which \
      shows that a sender is a member and neither which one nor that it was not captured. Exit 0 when at least --expect of the nodes within reach got each \
      message, none twice; 1 otherwise.
      """)

  @Option(help: "Nodes on the square.") var nodes = 1000
  @Option(help: "Neighbours of a node on average.") var degree = 8.0
  @Option(help: "Part of all datagrams that is lost, 0 to 1.") var loss = 0.0
  @Option(help: "Part of all datagrams that arrives twice, 0 to 1.") var duplication = 0.0
  @Option(help: "Least milliseconds that a datagram takes.") var minimumDelay = 5
  @Option(help: "Most milliseconds that a datagram takes; later ones overtake.") var maximumDelay = 40
  @Option(help: "Part of all nodes behind a wall during the first half of the messages.") var partition = 0.0
  @Option(help: "Largest datagram of a link, in bytes.") var mtu = 182
  @Option(help: "Messages, each from a random node.") var messages = 50
  @Option(help: "Bytes of each message.") var size = 300
  @Option(help: "Links that a message crosses at most.") var hops = 5
  @Option(help: "What the run follows from.") var seed: UInt64 = 1
  @Option(help: "Part of the nodes within reach that must get a message.") var expect = 0.0
  @Flag(help: "One object.") var json = false
  @Option(help: "Write the figures here, drawn as SVG.") var plot: String?

  func validate() throws {
    guard (2...100_000).contains(nodes), (1...1_000).contains(messages), (4...16_384).contains(size),
      (1...5).contains(hops), (20...60_000).contains(mtu), (0...1).contains(loss), (0...1).contains(duplication),
      (0...1).contains(partition), (0.1...50).contains(degree), 0 <= minimumDelay, minimumDelay <= maximumDelay,
      maximumDelay <= 60_000
    else { throw ValidationError("a number is out of its range") }
  }

  func run() throws {
    var trial = MeshTrial()
    (trial.nodes, trial.degree, trial.mtu, trial.messages) = (nodes, degree, mtu, messages)
    (trial.size, trial.seed, trial.partition, trial.limits.hops) = (size, seed, partition, hops)
    trial.weather = SimulatedWeather(
      loss: loss, duplication: duplication, delay: MeshTime(minimumDelay)...MeshTime(maximumDelay))
    let began = ContinuousClock.now
    let report: MeshTrialReport
    do throws(MeshError) { report = try trial.run(memory: Self.residentBytes) } catch {
      throw ExitStatus.stop(error, ExitStatus.failure)
    }
    let figures = MeshFigures(report, seconds: (ContinuousClock.now - began) / .seconds(1))
    if json { StandardOutput.print(figures.node) } else { figures.lines.forEach { StandardOutput.print($0) } }
    if let plot {
      do {
        try Data(MeshPlot(report, figures).svg.utf8).write(to: URL(filePath: plot), options: .atomic)
      } catch {
        throw ExitStatus.stop("\(plot): cannot be written", ExitStatus.tryAgain)
      }
    }
    guard report.deliveryRatio >= expect, report.doubled == 0 else { throw ExitStatus.fails }
  }

  /// Resident bytes of this process, where the system says so in /proc.
  private static func residentBytes() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
