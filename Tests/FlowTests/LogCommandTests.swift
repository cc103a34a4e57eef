import Foundation
import Testing
import UntrustedInput

/// `mantlet log scan`: says where and what, never the secret itself.
@Suite(.timeLimit(.minutes(15)))
struct LogCommandTests {
  @Test("A leak is told by line, column and kind, with the line masked, and ends with 1")
  func finds() async throws {
    let run = try await Program.run(
      ["log", "scan", "-"], input: "all is well\nlogin of alice@example.org pin=1234\r\n\u{1B}[2J Bearer hunter2hunter2"
    )
    #expect(run.code == 1)
    #expect(
      run.output
        == "2:10: email: login of <email> pin=<masked>\n2:32: masked: login of <email> pin=<masked>\n"
        + "3:13: token: ·[2J Bearer <token>\n3 lines: 3 found (1 email, 1 masked, 1 token)\n")
  }

  @Test("A clean log ends with 0, one that is not there, or is a folder, with 2 and its name")
  func clean() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/app.log"
    try "GET /a 200 in 3 ms\n".write(toFile: path, atomically: true, encoding: .utf8)
    let run = try await Program.run(["log", "scan", path])
    #expect(run.code == 0 && run.output == "1 lines: nothing found\n")
    for unreadable in [path + ".not", folder.path] {
      let run = try await Program.run(["log", "scan", unreadable])
      #expect(run.code == 2 && run.errors.contains("\(unreadable) cannot be read"))
      #expect(run.output == "0 lines: nothing found; undetermined: \(unreadable)\n")
    }
  }

  /// Neither UTF-8 nor UTF-16 behind its mark.
  private static let unreadable: [[UInt8]] = [
    Array("ok\n".utf8) + [0xE4, 0x72, 10], [0x1F, 0x8B, 8, 0, 0, 0, 0, 0], Array("p\0i\0n\0=\0".utf8),
    Array("cut off \u{E4}".utf8.dropLast()), [0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x00], [0xFF, 0xFE, 0x41],
    [0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0], [0xC0, 0x80, 10], [0xED, 0xA0, 0x80],
  ]

  @Test("A file that is no text in a known encoding is named and ends with 2, its leaks told", arguments: unreadable)
  func noText(bytes: [UInt8]) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/app.log"
    try Data(bytes).write(to: URL(filePath: path))
    let run = try await Program.run(["log", "scan", path])
    #expect(run.code == 2 && run.errors.contains(path) && run.output.contains("undetermined: \(path)"), "\(run.output)")
    try Data(Array("pin=1234\n".utf8) + [0xFF, 10]).write(to: URL(filePath: path))
    let leaking = try await Program.run(["log", "scan", path, "--json"])
    #expect(leaking.code == 2 && leaking.objects.first?["line"]?.integer == 1)
    #expect(leaking.objects.last?["undetermined"]?.array?.first?.string == path)
  }

  @Test("UTF-8 and UTF-16 with their marks are read as what they are, over the ends of pieces, too")
  func encodings() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/app.log"
    let text = String(repeating: "all is w\u{E9}ll \u{1F600}\n", count: 40_000) + "login of alice@example.org\n"
    let wide = Array(text.utf16)
    let forms: [[UInt8]] = [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      [0xFF, 0xFE] + wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      [0xFE, 0xFF] + wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
    ]
    for bytes in forms {
      try Data(bytes).write(to: URL(filePath: path))
      let run = try await Program.run(["log", "scan", path])
      #expect(run.code == 1, "\(run.errors)")
      #expect(run.output == "40001:10: email: login of <email>\n40001 lines: 1 found (1 email)\n")
    }
  }

  @Test("Of several files all are judged, each find names its own, and one that cannot be read makes it undetermined")
  func several() async throws {
    let folder = try TemporaryFolder()
    let (clean, leaking, missing) = (folder.path + "/a.log", folder.path + "/b.log", folder.path + "/c.log")
    try "all is well\n".write(toFile: clean, atomically: true, encoding: .utf8)
    try "pin=1234\n".write(toFile: leaking, atomically: true, encoding: .utf8)
    let run = try await Program.run(["log", "scan", clean, missing, leaking])
    #expect(run.code == 2 && run.errors == "mantlet: \(missing) cannot be read\n")
    #expect(
      run.output == "\(leaking):1:5: masked: pin=<masked>\n2 lines: 1 found (1 masked); undetermined: \(missing)\n")
    #expect(try await Program.run(["log", "scan", clean, leaking]).code == 1)
    #expect(try await Program.run(["log", "scan", clean, clean]).code == 0)
    let json = try await Program.run(["log", "scan", clean, leaking, "--json"])
    #expect(json.objects.first?["file"]?.string == leaking)
  }

  @Test("A value below its quoted name is told once, on its own line; one below any other line is none")
  func below() async throws {
    let lines = [
      "{", "  \"password\":", "", "    \"correct horse\",", "  \"pinned\":", "    \"no\",", "  \"token\":  ",
      "\t\"a@example.org\"", "}", "<key>pin</key>", "  <string>493817</string>", "  ▿ secret: Optional(\"hunter2\")",
      "    - some: \"hunter2\"", "password:", "next",
    ]
    for gap in ["\n", "\r\n"] {
      let run = try await Program.run(["log", "scan", "-"], input: lines.joined(separator: gap) + gap)
      #expect(run.code == 1)
      #expect(
        run.output == """
          4:6: masked:     "<masked>",
          8:3: masked: ·"<masked>"
          11:11: masked:   <string><masked></string>
          12:25: masked:   ▿ secret: Optional("<masked>")
          13:14: masked:     - some: "<masked>"
          15 lines: 5 found (5 masked)

          """)
    }
  }

  @Test("Names in a coloured log are found, as such or with the escape written out")
  func coloured() async throws {
    for escape in ["\u{1B}", "\\u001b", "\\u{1B}", "\\x1b", "\\033", "\\e"] {
      for line in [
        "\(escape)[36mpassword\(escape)[0m=hunter2hunter2", "\(escape)[1mtoken\(escape)[0m: hunter2hunter2",
        "\(escape)[1;32mAuthorization\(escape)[0m: Digest username=\"a\", response=\"hunter2hunter2\"",
        "\(escape)[34;1m\"pin\"\(escape)[0m\(escape)[1;39m:\(escape)[0m \(escape)[0;32m\"hunter2hunter2\"\(escape)[0m",
      ] {
        let run = try await Program.run(["log", "scan", "-"], input: line + "\n")
        #expect(run.code == 1 && run.output.contains("masked: ") && !run.output.contains("hunter2"), "\(line)")
      }
    }
  }

  @Test("What Swift or markup printed inside a JSON string is found and not repeated")
  func inJSON() async throws {
    let lines = [
      #"{"message":"password: Optional(\"hunter2\")"}"#, #"{"m":"(\"X-Api-Key\", \"hunter2\")"}"#,
      #"{"m":"<input name=\"pin\" value=\"hunter2\">"}"#, #"{"m":"<string name=\"pin\">hunter2</string>"}"#,
      #"{"m":"- key: \"pin\"\n    - value: \"hunter2\""}"#, #"{"m":"pin -> \"hunter2\""}"#,
    ]
    for line in lines {
      let run = try await Program.run(["log", "scan", "-"], input: line + "\n")
      #expect(run.code == 1 && !run.output.contains("hunter2"), "\(run.output)")
    }
  }

  @Test("A block whose last line is cut goes on, and what follows is no part of the log that was judged clean")
  func cutBlock() async throws {
    let run = try await Program.run(
      ["log", "scan", "-"],
      input: "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIV\nhunter2\n-----END PRIVATE KEY-----\npin=1234\n")
    #expect(run.output == "1:1: pem: <pem>\n6:5: masked: pin=<masked>\n6 lines: 2 found (1 masked, 1 pem)\n")
  }

  @Test("As JSON: one object per find, then the sums")
  func json() async throws {
    let run = try await Program.run(["log", "scan", "-", "--json"], input: "to alice@example.org\n")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(run.code == 1 && lines.count == 2)
    #expect(lines.first == #"{"line":1,"column":4,"kind":"email","excerpt":"to <email>"}"#)
    #expect(lines.last == #"{"lines":1,"longLines":0,"finds":1,"kinds":{"email":1}}"#)
  }

  @Test("A PEM block over many lines is one find, and what follows it is read again")
  func block() async throws {
    let run = try await Program.run(
      ["log", "scan", "-"],
      input: "key:\n-----BEGIN PRIVATE KEY-----\nMIIEhunter2\nhunter2\n-----END PRIVATE KEY-----\npin=1234\n")
    #expect(run.output == "2:1: pem: <pem>\n6:5: masked: pin=<masked>\n6 lines: 2 found (1 masked, 1 pem)\n")
  }

  @Test("A beginning without an end hides nothing that stands below it")
  func opened() async throws {
    let run = try await Program.run(
      ["log", "scan", "-"],
      input: "GET / \"-----BEGIN X-----\nall is well\nto alice@example.org\nall is well\npin=1234\n")
    #expect(
      run.output
        == "1:8: pem: GET / \"<pem>\n3:4: email: to <email>\n5:5: masked: pin=<masked>\n"
        + "5 lines: 3 found (1 email, 1 masked, 1 pem)\n")
  }

  @Test("A block that never ends ends behind 512 lines")
  func endless() async throws {
    let lines = String(repeating: "all is well\n", count: 600)
    let run = try await Program.run(
      ["log", "scan", "-"], input: "-----BEGIN PRIVATE KEY-----\n" + lines + "pin=1234\n")
    #expect(run.output == "1:1: pem: <pem>\n602:5: masked: pin=<masked>\n602 lines: 2 found (1 masked, 1 pem)\n")
  }

  // A walk from the start of the line for each leak would take hours.
  @Test("Sixty thousand leaks on one line are told in the time of one walk", .timeLimit(.minutes(10)))
  func crowded() async throws {
    let run = try await Program.run(
      ["log", "scan", "-", "--limit", "1"], input: String(repeating: "a@example.org ", count: 60_000) + "\n")
    #expect(run.output.hasSuffix("1 lines: 60000 found (60000 email)\n"))
  }

  @Test("A line longer than a piece is judged across the cuts, in bounded memory")
  func long() async throws {
    let pad = String(repeating: "x ", count: (1 << 19) - 10)
    let run = try await Program.run(
      ["log", "scan", "-"], input: pad + "alice@example.org " + pad + " pin=1234\nbob@example.org\n")
    #expect(run.code == 1 && run.errors.contains("1 lines are longer than 1 MiB"))
    #expect(run.output.contains("1:\(pad.utf8.count + 1): email: "))
    #expect(run.output.contains("1:\(2 * pad.utf8.count + 24): masked: "))
    #expect(run.output.contains("2:1: email: <email>"))
    #expect(run.output.contains("2 lines: 3 found"))
  }

  @Test("Where a very long line is cut, the text beside a find holds no half of a secret")
  func torn() async throws {
    let token = "ghp_" + String(repeating: "a1B2c3", count: 6)
    for shown in [20, 35] {
      let found = "password=x "
      let room = (1 << 20) - found.utf8.count - shown
      let line =
        String((0..<room).map { $0 % 2 == 0 ? "a" : " " }) + found + token + String(repeating: " a", count: 200_000)
      let run = try await Program.run(["log", "scan", "-"], input: line + "\n")
      #expect(run.code == 1 && run.output.contains(": masked: <masked>") && !run.output.contains("ghp_"))
    }
  }

  @Test("What is found is never printed")
  func silent() async throws {
    let secrets = ["hunter2", "alice", "1234567"]
    let run = try await Program.run(
      ["log", "scan", "-"],
      input: "password=hunter2 to alice@example.org call +49 170 1234567\n{\"token\":\"hunter2\"}\n")
    for secret in secrets { #expect(!(run.output + run.errors).contains(secret)) }
  }
}
