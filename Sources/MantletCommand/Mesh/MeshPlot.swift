import PeerMesh
import SecurityTesting

/// Two pictures of a simulated mesh in one SVG: which part of the deliveries had come after how long, and which part of
/// the nodes was reached at each distance.
struct MeshPlot {
  private let report: MeshTrialReport
  private let title: String
  private static let (width, height, margin) = (420.0, 240.0, 48.0)

  /// - Parameter title: of our own words and numbers; it is not escaped.
  init(_ report: MeshTrialReport, title: String) {
    self.report = report
    self.title = title
  }

  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 340" font-family="sans-serif" font-size="12">
    <rect width="960" height="340" fill="#fff"/>
    <text x="48" y="24" font-size="15">\(title)</text>
    <g transform="translate(0 50)">\(frame("latency of a delivery, ms"))\(curve)</g>
    <g transform="translate(480 50)">\(frame("distance in links"))\(bars)</g>
    </svg>

    """
  }

  /// Axes with the parts 0 to 1.
  private func frame(_ label: String) -> String {
    let (right, bottom) = (Self.margin + Self.width - 40, Self.height)
    let steps = stride(from: 0.0, through: 1.0, by: 0.25).map { part in
      let y = Self.y(part)
      return """
        <line x1="\(Self.margin)" x2="\(right)" y1="\(y)" y2="\(y)" stroke="#ddd"/>\
        <text x="\(Self.margin - 6)" y="\(y + 4)" text-anchor="end">\(Int(part * 100)) %</text>
        """
    }
    return steps.joined() + "<text x=\"\(right)\" y=\"\(bottom + 36)\" text-anchor=\"end\">\(label)</text>"
  }

  private static func y(_ part: Double) -> Double { height - part * (height - 16) }

  private var curve: String {
    guard let slowest = report.latency(1), slowest > 0 else { return "" }
    let span = Self.width - 40
    let points = (0...100).compactMap { step -> String? in
      report.latency(Double(step) / 100).map { latency in
        let x = Self.margin + Double(latency) / Double(slowest) * span
        return "\((x * 10).rounded() / 10),\((Self.y(Double(step) / 100) * 10).rounded() / 10)"
      }
    }
    let marks = [0.0, 0.5, 1].map { part in
      "<text x=\"\(Self.margin + part * span)\" y=\"\(Self.height + 16)\" text-anchor=\"middle\">"
        + "\(Int(part * Double(slowest)))</text>"
    }
    return "<polyline fill=\"none\" stroke=\"#1f6feb\" stroke-width=\"2\" points=\"\(points.joined(separator: " "))\"/>"
      + marks.joined()
  }

  private var bars: String {
    let step = (Self.width - 40) / Double(max(report.byDistance.count, 1))
    return report.byDistance.enumerated().map { place, row in
      let part = row.within == 0 ? 0 : Double(row.reached) / Double(row.within)
      let (x, y) = (Self.margin + (Double(place) + 0.2) * step, Self.y(part))
      return """
        <rect x="\(x)" y="\(y)" width="\(step * 0.6)" height="\(Self.height - y)" fill="#2da44e"/>\
        <text x="\(x + step * 0.3)" y="\(Self.height + 16)" text-anchor="middle">\(place + 1)</text>
        """
    }.joined()
  }
}
