import Foundation
import Testing
import UntrustedInput

struct ReadmeInputTests {
  private func example(
    typed: String, link: String, bytes: [UInt8], store: (String) -> Void, show: (String) -> Void,
    open: (CalendarDay) -> Void
  )
    throws -> ImageHead
  {
    // input begins
    // what somebody typed, as a value or a refusal to show beside the field
    do throws(InputRefusal) {
      store(try EmailAddress(typed).comparable)
    } catch {
      show(error.message(in: .german))
    }

    // links that the app follows: this host, this path, these values, and nothing else
    let rules = LinkRules([
      LinkRoute(
        "night", from: [try .universal("app.example.org")], path: [.fixed("nights"), .value("day", .day)],
        parameters: [LinkRoute.Parameter("tab", .oneOf(["stages", "heart"]))])
    ])
    if case .day(let day) = try rules.match(link)["day"] { open(day) }

    // a picture, judged by its header before anything decodes it
    let head = try ImageHead(bytes, mediaType: "image/png")
    // input ends
    return head
  }

  @Test("The example of the README stores an address, or says in German why not, opens a day and measures a picture")
  func run() throws {
    let picture = Array(try #require(Data(base64Encoded: ImageSamples.png)))
    let link = "https://app.example.org/nights/2026-03-29?tab=heart"
    var (stored, shown, opened): ([String], [String], [CalendarDay]) = ([], [], [])
    for typed in ["a@bücher.example", "a.example"] {
      let head = try example(
        typed: typed, link: link, bytes: picture, store: { stored.append($0) }, show: { shown.append($0) },
        open: { opened.append($0) })
      #expect((head.width, head.height) == (13, 7))
    }
    #expect(stored == ["a@xn--bcher-kva.example"] && shown == ["In der Adresse fehlt das @."])
    #expect(try opened == [CalendarDay("2026-03-29"), CalendarDay("2026-03-29")])
  }

  @Test("The README shows exactly the example that runs here")
  func same() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    func lines(_ path: String, _ start: String, _ end: String) throws -> [String] {
      let lines = try String(contentsOf: root.appending(path: path), encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { $0.trimmingCharacters(in: .whitespaces) }
      let first = try #require(lines.firstIndex(of: start))
      return lines[(first + 1)...].prefix { $0 != end }.filter { !$0.hasPrefix("```") }
    }
    let shown = try lines("README.md", "<!-- input -->", "<!-- end -->")
    #expect(shown.count > 10)
    #expect(try shown == lines("Tests/UntrustedInputTests/ReadmeInputTests.swift", "// input begins", "// input ends"))
  }
}
