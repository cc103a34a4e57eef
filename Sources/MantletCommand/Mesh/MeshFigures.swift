import PeerMesh
import SecurityTesting
import UntrustedInput

/// The figures of a simulated mesh, as a table and as JSON.
struct MeshFigures {
  private let report: MeshTrialReport
  private let seconds: Double

  init(_ report: MeshTrialReport, seconds: Double) {
    self.report = report
    self.seconds = seconds
  }

  var title: String { "\(report.nodes) nodes, \(report.links) links, \(report.messages) messages" }

  private static let parts: [(name: String, part: Double)] = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1)]

  /// Of all nodes together.
  var perMessage: Int { report.bytesOnAir / max(report.messages, 1) }

  var delivered: String {
    "\(report.reached) of \(report.withinReach) within reach, \(Self.percent(report.deliveryRatio))"
  }

  /// The latencies that half, most and all of the deliveries did not exceed.
  var latencies: [(part: Double, latency: MeshTime?, words: String)] {
    Self.parts.map { name, part in
      let latency = report.latency(part)
      return (part, latency, "\(name) \(latency.map { "\($0)" } ?? "-") ms")
    }
  }

  var lines: [String] {
    var lines = [title]
    func row(_ name: String, _ text: String) {
      lines.append(name + String(repeating: " ", count: max(1, 26 - name.count)) + text)
    }
    row("proofs", "\(report.proofs) of \(2 * report.links) ends of links")
    row("delivered", delivered)
    for (place, row_) in report.byDistance.enumerated() {
      row("  \(place + 1) links away", "\(row_.reached) of \(row_.within)")
    }
    row("delivered twice", "\(report.doubled)")
    row("latency", latencies.map(\.words).joined(separator: ", "))
    row("bytes on air", "\(report.handshakeBytes) to link up, \(perMessage) per message")
    row("memory", report.bytesOfMemoryPerNode.map { "\($0) bytes per node" } ?? "not measured on this system")
    row("took", "\((seconds * 10).rounded() / 10) s")
    return lines
  }

  var node: JSONNode {
    func number(_ value: Int) -> JSONNode { JSONNode(.number("\(value)")) }
    let distances = report.byDistance.map { row -> JSONNode in
      ["within": number(row.within), "reached": number(row.reached)]
    }
    let latencies = Self.parts.map {
      JSONMember($0.name, report.latency($0.part).map { number(Int($0)) } ?? JSONNode(.null))
    }
    return [
      "nodes": number(report.nodes), "links": number(report.links), "messages": number(report.messages),
      "proofs": number(report.proofs), "withinReach": number(report.withinReach), "reached": number(report.reached),
      "deliveryPermille": number(Int((report.deliveryRatio * 1000).rounded(.down))),
      "doubled": number(report.doubled), "byDistance": JSONNode(.array(distances)),
      "latencyMilliseconds": JSONNode(.object(latencies)), "handshakeBytes": number(report.handshakeBytes),
      "bytesOnAir": number(report.bytesOnAir), "datagrams": number(report.datagrams),
      "memoryBytesPerNode": report.bytesOfMemoryPerNode.map(number) ?? JSONNode(.null),
      "milliseconds": number(Int(seconds * 1000)),
    ]
  }

  private static func percent(_ ratio: Double) -> String { "\((ratio * 10_000).rounded(.down) / 100) %" }
}
