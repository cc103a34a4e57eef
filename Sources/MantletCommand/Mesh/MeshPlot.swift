import Foundation
import PeerMesh
import SecurityTesting

/// The figures of a simulated mesh in one SVG: which part of the deliveries had come after how long, which part of the
/// nodes was reached at each distance, and what a mesh costs in bytes. Each number is written beside its mark, as in
/// the table.
struct MeshPlot {
  private let report: MeshTrialReport
  private let figures: MeshFigures
  private let latency = PlotPanel(left: 72, top: 92, width: 376, height: 220)
  private let distance = PlotPanel(left: 552, top: 92, width: 376, height: 220)
  private let price = PlotPanel(left: 232, top: 416, width: 560, height: 102)

  init(_ report: MeshTrialReport, _ figures: MeshFigures) {
    (self.report, self.figures) = (report, figures)
  }

  /// Our own words and numbers only, so nothing in it needs escaping.
  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 580" width="960" height="580" \
    font-family="sans-serif" font-size="12" fill="#1f2328">
    <title>A simulated mesh: \(figures.title)</title>
    <rect width="960" height="580" fill="#fff"/>
    <text x="28" y="30" font-size="16">\(figures.title)</text>
    <text x="28" y="50">delivered \(figures.delivered); twice: \(report.doubled)</text>
    \(deliveries)
    \(reached)
    \(bytes)
    </svg>

    """
  }

  private var deliveries: String {
    let frame =
      latency.frame("When deliveries had come", across: "latency of a delivery, ms", up: "part of deliveries, %")
      + quarters(of: latency)
    guard let slowest = report.latency(1) else {
      return frame + latency.label(latency.x(0.5), latency.y(0.5), "nothing was delivered")
    }
    let (step, end) = Self.steps(to: Int(slowest))
    let marks = stride(from: 0, through: end, by: step).map { latency.markAcross(Double($0) / Double(end), "\($0)") }
    func x(_ value: MeshTime) -> Double { latency.x(Double(value) / Double(end)) }
    let points = (0...100).compactMap { step in
      report.latency(Double(step) / 100).map {
        "\(PlotPanel.text(x($0))),\(PlotPanel.text(latency.y(Double(step) / 100)))"
      }
    }
    let parts = figures.latencies.enumerated().compactMap { place, named -> String? in
      guard let value = named.latency else { return nil }
      // Below the curve, one under the other: the later parts lie too near to each other for words beside them.
      let words = latency.label(latency.x(1) - 4, latency.y(0.42) + Double(place) * 18, named.words, anchor: "end")
      return """
        <circle cx="\(PlotPanel.text(x(value)))" cy="\(PlotPanel.text(latency.y(named.part)))" r="3.5" \
        fill="#0550ae"><title>\(named.words)</title></circle>
        \(words)
        """
    }
    let curve =
      "<polyline fill=\"none\" stroke=\"#0550ae\" stroke-width=\"2\" points=\"\(points.joined(separator: " "))\"/>"
    return frame + marks.joined() + curve + "\n" + parts.joined()
  }

  private var reached: String {
    let count = Double(max(report.byDistance.count, 1))
    let bars = report.byDistance.enumerated().map { place, row in
      let part = row.within == 0 ? 0 : Double(row.reached) / Double(row.within)
      let (left, middle) = (distance.x((Double(place) + 0.15) / count), distance.x((Double(place) + 0.5) / count))
      return """
        <rect x="\(PlotPanel.text(left))" y="\(PlotPanel.text(distance.y(part)))" \
        width="\(PlotPanel.text(distance.width / count * 0.7))" height="\(PlotPanel.text(distance.height * part))" \
        fill="#2da44e"><title>\(place + 1) links away: \(row.reached) of \(row.within)</title></rect>
        \(distance.label(middle, distance.y(part) - 4, "\(row.reached) of \(row.within)", size: 10))\
        \(distance.label(middle, distance.top + distance.height + 16, "\(place + 1)"))
        """
    }
    return distance.frame("Who was reached", across: "distance from the sender, links", up: "part of the nodes, %")
      + quarters(of: distance) + bars.joined()
  }

  private var bytes: String {
    let rows: [(words: String, value: Int?)] = [
      ("on air, to link all up", report.handshakeBytes), ("on air, each message", figures.perMessage),
      ("memory, each node", report.bytesOfMemoryPerNode),
    ]
    let largest = rows.compactMap(\.value).max() ?? 0
    let powers = max(3, "\(largest)".count)
    let marks = (0...powers).map { price.markAcross(Double($0) / Double(powers), Self.power($0)) }
    let bars = rows.enumerated().map { place, row in
      let top = price.top + 8 + Double(place) * 32
      // From one byte on, as a logarithm knows no zero.
      let length = row.value.map { max(0, log10(Double(max($0, 1)))) / Double(powers) * price.width } ?? 0
      let words = row.value.map { "\($0) bytes" } ?? "not measured on this system"
      return """
        <rect x="\(PlotPanel.text(price.left))" y="\(PlotPanel.text(top))" width="\(PlotPanel.text(length))" \
        height="22" fill="#bc4c00"><title>\(row.words): \(words)</title></rect>
        \(price.label(price.left - 8, top + 15, row.words, anchor: "end"))\
        \(price.label(price.left + length + 6, top + 15, words, anchor: "start"))
        """
    }
    return price.frame("What it costs", across: "bytes, each mark ten times the one before") + marks.joined()
      + bars.joined()
  }

  private func quarters(of panel: PlotPanel) -> String {
    stride(from: 0, through: 100, by: 25).map { panel.markUp(Double($0) / 100, "\($0)") }.joined()
  }

  /// Round numbers for an axis from zero: at most six of them, the last at or beyond the end.
  private static func steps(to end: Int) -> (step: Int, end: Int) {
    var (step, tens) = (1, 1)
    while end > step * 6 {
      step = step == tens * 5 ? tens * 10 : step == tens * 2 ? tens * 5 : tens * 2
      if step == tens * 10 { tens = step }
    }
    return (step, max(1, (end + step - 1) / step) * step)
  }

  private static func power(_ number: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    return "1\(String(repeating: "0", count: number % 3)) \(units[min(number / 3, units.count - 1)])"
  }
}
