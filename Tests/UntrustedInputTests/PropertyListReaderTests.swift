import Foundation
import Testing
import UntrustedInput

@Suite("PropertyListReader")
struct PropertyListReaderTests {
  private func read(_ body: String) throws -> PropertyListNode {
    try PropertyListReader().read(
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(body)
        </plist>
        """.utf8))
  }

  @Test("Every kind of value is read with its place")
  func values() throws {
    let node = try read(
      """
      <dict><key>s</key><string>a &amp; <![CDATA[b]]></string><key>i</key><integer>-7</integer>
      <key>r</key><real>1.5</real><key>t</key><true/><key>f</key><false/><key>d</key><date>2026-01-02T03:04:05Z</date>
      <key>b</key><data>
        AAEC
        Aw==
      </data><key>a</key><array><string/></array></dict>
      """)
    #expect(node["s"]?.string == "a & b" && node["i"]?.integer == -7 && node["r"]?.value == .real(1.5))
    #expect(node["t"]?.bool == true && node["f"]?.bool == false)
    #expect(node["d"]?.value == .date("2026-01-02T03:04:05Z") && node["b"]?.value == .data([0, 1, 2, 3]))
    #expect(node["a"]?.array?.first?.string == "")
    #expect(node.position == TextPosition(line: 4, column: 1))
    #expect(node.members?[1].position == TextPosition(line: 4, column: 57))
  }

  @Test("It reads what Foundation writes")
  func foundation() throws {
    struct Written: Encodable {
      var name = "ü <&>"
      var list = [1, 2, 3]
      var flag = true
      var nested = ["a": "b"]
    }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    let node = try PropertyListReader().read(Array(try encoder.encode(Written())))
    #expect(node["name"]?.string == "ü <&>" && node["flag"]?.bool == true)
    #expect(node["list"]?.array?.compactMap(\.integer) == [1, 2, 3] && node["nested"]?["a"]?.string == "b")
  }

  @Test(
    "What is no property list is refused",
    arguments: [
      "", "<true/><true/>", "<dict><key>a</key></dict>", "<dict><string>a</string><true/></dict>",
      "<dict>x<key>a</key><true/></dict>", "<integer>1.5</integer>", "<integer>9223372036854775808</integer>",
      "<real>nan</real>", "<data>A</data>", "<data>AA-_</data>", "<true>x</true>", "<string><b/></string>", "<other/>",
      "<dict><key>a</key><true/><key>a</key><false/></dict>",
    ])
  func refuses(body: String) {
    #expect(throws: InputError.self) { try read(body) }
  }

  @Test("A key that stands twice is refused at its place")
  func duplicates() {
    #expect(throws: InputError.duplicateName(at: TextPosition(line: 4, column: 31))) {
      try read("<dict><key>a</key><true/>     <key>a</key><false/></dict>")
    }
  }
}
