import Foundation
import FoundationXML
import Testing
import UntrustedInput

/// `mantlet mesh sim --plot`: the drawing says what the table says.
@Suite(.timeLimit(.minutes(15)))
struct MeshSimFlowTests {
  /// Elements of a drawing with their texts, in order.
  private final class Drawing: NSObject, XMLParserDelegate {
    struct Element {
      let name: String
      let attributes: [String: String]
      var text = ""

      func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? .nan }
    }

    private(set) var elements: [Element] = []
    private(set) var isWellFormed = false
    private var open: [Int] = []

    init(_ bytes: Data) {
      super.init()
      let parser = XMLParser(data: bytes)
      parser.delegate = self
      isWellFormed = parser.parse()
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      open.append(elements.count)
      elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { elements[last].text += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }

    var texts: [String] { elements.filter { $0.name == "text" }.map(\.text) }

    /// What is drawn in the shape that has this title.
    func shape(_ title: String) -> Element? {
      elements.indices.dropFirst().first { elements[$0].name == "title" && elements[$0].text == title }
        .map { elements[$0 - 1] }
    }
  }

  private func simulated(_ arguments: [String]) async throws -> (Program.Outcome, Drawing) {
    let folder = try TemporaryFolder()
    let path = folder.path + "/mesh.svg"
    let outcome = try await Program.run(
      ["mesh", "sim", "--nodes", "50", "--messages", "4", "--plot", path] + arguments)
    return (outcome, Drawing(try Data(contentsOf: URL(fileURLWithPath: path))))
  }

  @Test func `The drawing holds every figure of the table, with axes and units`() async throws {
    let (outcome, drawing) = try await simulated([])
    #expect(outcome.code == 0 && drawing.isWellFormed)
    for words in [
      "latency of a delivery, ms", "part of deliveries, %", "distance from the sender, links", "part of the nodes, %",
      "bytes, each mark ten times the one before", "1 kB",
    ] {
      #expect(drawing.texts.contains(words))
    }
    let lines = outcome.output.split(separator: "\n").map(String.init)
    func row(_ name: String) throws -> String {
      let line = try #require(lines.first { $0.hasPrefix(name) })
      return line.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
    }
    #expect(drawing.texts.first == lines.first)
    #expect(drawing.texts.contains("delivered \(try row("delivered")); twice: \(try row("delivered twice"))"))
    for part in try row("latency").split(separator: ", ") { #expect(drawing.texts.contains(String(part))) }
    let distances = lines.filter { $0.contains(" links away") }
    #expect(distances.count >= 2)
    for line in distances { #expect(drawing.texts.contains(String(line.dropFirst(26)))) }
    for number in try row("bytes on air").split(separator: ", ") {
      #expect(drawing.texts.contains("\(number.prefix { $0.isNumber }) bytes"))
    }
    #expect(drawing.texts.contains(try row("memory").replacing(" per node", with: "")))
  }

  @Test func `Bars and curve are as long as their numbers`() async throws {
    let (outcome, drawing) = try await simulated(["--loss", "0.8", "--json"])
    let figures = try #require(outcome.objects.first)
    #expect(outcome.code == 0 && drawing.isWellFormed)
    var partial = 0
    for (place, row) in try #require(figures["byDistance"]?.array).enumerated() {
      let (reached, within) = (try #require(row["reached"]?.integer), try #require(row["within"]?.integer))
      let bar = try #require(drawing.shape("\(place + 1) links away: \(reached) of \(within)"))
      #expect(abs(bar.number("height") - 220 * Double(reached) / Double(max(within, 1))) < 0.06)
      #expect(abs(bar.number("y") + bar.number("height") - 312) < 0.11)
      if reached < within { partial += 1 }
    }
    // Without a loss somewhere all bars would be of one height.
    #expect(partial > 0)
    let latencies = try #require(figures["latencyMilliseconds"])
    let ends = try ["p50", "max"].map { try #require(latencies[$0]?.integer) }
    let dots = try zip(["p50", "max"], ends).map { try #require(drawing.shape("\($0) \($1) ms")) }
    #expect(abs(dots[0].number("cy") - 202) < 0.06 && abs(dots[1].number("cy") - 92) < 0.06)
    let ratio = (dots[0].number("cx") - 72) / (dots[1].number("cx") - 72)
    #expect(abs(ratio - Double(ends[0]) / Double(ends[1])) < 0.002)
    let curve = try #require(drawing.elements.first { $0.name == "polyline" }?.attributes["points"])
    #expect(curve.split(separator: " ").last == "\(dots[1].attributes["cx"] ?? ""),\(dots[1].attributes["cy"] ?? "")")
    let bytes = try #require(figures["handshakeBytes"]?.integer)
    let bar = try #require(drawing.shape("on air, to link all up: \(bytes) bytes"))
    #expect(abs(bar.number("width") - 560 * log10(Double(bytes)) / Double("\(bytes)".count)) < 0.06)
  }

  @Test func `A mesh in which nothing arrives is drawn, too`() async throws {
    let (outcome, drawing) = try await simulated(["--loss", "1"])
    #expect(outcome.code == 0 && drawing.isWellFormed)
    #expect(drawing.texts.contains("nothing was delivered"))
    #expect(
      drawing.elements.allSatisfy { $0.attributes.values.allSatisfy { !$0.contains("nan") && !$0.contains("inf") } })
  }

  @Test func `A place that cannot be written is said and ends with 75`() async throws {
    let outcome = try await Program.run([
      "mesh", "sim", "--nodes", "2", "--messages", "1", "--plot", "/proc/none/a.svg",
    ])
    #expect(outcome.code == 75 && outcome.errors.contains("cannot be written"))
  }

  @Test func `Its help says what figures of nodes with one key cannot show`() async throws {
    let outcome = try await Program.run(["mesh", "sim", "--help"])
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("what arrives, not from whom") && words.contains("neither which one nor that it was not captured"))
  }
}
