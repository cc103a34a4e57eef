import Testing
import UntrustedInput

@Suite struct FileNameTests {
  @Test(
    "Ordinary names are taken, in NFC",
    arguments: [
      "a", "night.csv", "Schlaf März.pdf", "a..b", "日本.txt", "a-b_c (1).json", "x.tar.gz", "COM", "COM10",
      "console.log", "nullable", "😀.png",
    ])
  func taken(text: String) throws {
    #expect(try FileName(text).description == text)
    #expect(try FileName("Ma\u{308}rz.pdf").description.unicodeScalars.count == 8)
  }

  @Test(
    "Names that leave the folder, hide, or are something else to another system are refused",
    arguments: [
      ("", "empty"), ("/", "pathSeparator"), ("a/b", "pathSeparator"), ("..\\a", "pathSeparator"),
      ("C:a", "pathSeparator"), ("a\u{2215}b", "pathSeparator"),
      ("a\u{FF0F}b", "pathSeparator"), ("a\u{2044}b", "pathSeparator"), ("a:stream", "pathSeparator"),
      (".", "leadingDot"), ("..", "leadingDot"), (".htaccess", "leadingDot"),
      ("-rf", "leadingDash"), ("--help", "leadingDash"), (" a", "fileNameEdge"), ("a ", "fileNameEdge"),
      ("a.", "fileNameEdge"), ("a*", "fileNameCharacter"),
      ("a?", "fileNameCharacter"), ("\"a\"", "fileNameCharacter"), ("a|b", "fileNameCharacter"),
      ("<a>", "fileNameCharacter"), ("a\u{A0}b", "fileNameCharacter"),
      ("a\u{0}b", "controlCharacter"), ("a\nb", "controlCharacter"), ("a\u{7F}", "controlCharacter"),
      ("a\u{2028}b", "controlCharacter"),
      ("gpj\u{202E}exe", "invisibleCharacter"), ("a\u{200B}b", "invisibleCharacter"),
      ("\u{FEFF}a", "invisibleCharacter"), ("a\u{E000}", "unknownCharacter"),
      ("CON", "reservedName"), ("con.txt", "reservedName"), ("NUL.tar.gz", "reservedName"), ("Com1", "reservedName"),
      ("lpt9.doc", "reservedName"), ("COM\u{B9}", "reservedName"),
      ("aux .txt", "reservedName"), ("CONIN$", "reservedName"), ("prn", "reservedName"),
    ])
  func refused(text: String, reason: String) {
    #expect { try FileName(text) } throws: { ($0 as? InputRefusal)?.reason.rawValue == reason }
  }

  @Test("255 bytes are a name, 256 are not; NFC counts")
  func length() throws {
    #expect(try FileName(String(repeating: "a", count: 255)).description.utf8.count == 255)
    #expect { try FileName(String(repeating: "a", count: 256)) } throws: { ($0 as? InputRefusal)?.reason == .tooLong }
    #expect(try FileName(String(repeating: "a\u{308}", count: 127)).description.utf8.count == 254)
    #expect { try FileName(String(repeating: "ä", count: 128)) } throws: { ($0 as? InputRefusal)?.reason == .tooLong }
  }

  @Test("Only the last ending counts")
  func extensions() throws {
    #expect(try FileName("a.PDF", extensions: ["pdf"]).pathExtension == "pdf")
    for name in ["a.pdf.exe", "pdf", "a.pdfx", "apdf"] {
      #expect { try FileName(name, extensions: ["pdf"]) } throws: { ($0 as? InputRefusal)?.reason == .foreignExtension }
    }
  }

  @Test("A name that was taken is taken again, as it is, and never has a separator")
  func stable() throws {
    var generator = SeededGenerator(22)
    let letters = Array("ab.-_ /\\:*é\u{301}\u{37E}\u{212A}ÄCOMNUL1😀").flatMap(\.unicodeScalars)
    var taken = 0
    for _ in 0..<20_000 {
      var text = "".unicodeScalars
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        letters.randomElement(using: &generator).map { text.append($0) }
      }
      guard let name = try? FileName(String(text)) else { continue }
      taken += 1
      #expect(try FileName(name.description) == name)
      #expect(!name.description.unicodeScalars.contains { "/\\:".unicodeScalars.contains($0) })
    }
    #expect(taken > 1000)
  }
}
