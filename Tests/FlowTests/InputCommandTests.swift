import Foundation
import Testing
import UntrustedInput

/// `mantlet input`: the verdict on one value, with its reason in both languages.
@Suite(.timeLimit(.minutes(15)))
struct InputCommandTests {
  private func check(_ kind: String, _ value: String, _ more: [String] = [], input: String = "") async throws
    -> Program.Outcome
  {
    try await Program.run(["input", "check", kind] + more + ["--", value], input: input)
  }

  @Test(
    "Each kind accepts a good value and refuses a bad one",
    arguments: [
      ("email", "müller@bücher.example", "user@@example.com"), ("domain", "bücher.example", "a..b"),
      ("sleep-duration", "7h30m", "25h"),
      ("time", "22:30", "24:00"), ("time-range", "22:30-06:45", "22:30-22:30"), ("day", "2024-02-29", "2026-02-29"),
      ("file-name", "night.csv", "../night.csv"),
      ("json", #"{"a":1}"#, #"{"a":1,"a":2}"#),
    ])
  func kinds(kind: String, good: String, bad: String) async throws {
    let taken = try await check(kind, good, ["--json"])
    #expect(taken.code == 0 && taken.objects.first?["verdict"]?.string == "accepted", "\(taken.output)\(taken.errors)")
    let refused = try await check(kind, bad, ["--json"])
    let object = try #require(refused.objects.first)
    #expect(refused.code == 1 && object["verdict"]?.string == "refused")
    #expect(object["message"]?["de"]?.string?.isEmpty == false && object["message"]?["en"]?.string?.isEmpty == false)
    #expect(try await check(kind, "-", input: good + "\n").code == 0)
  }

  @Test(
    "What only the app can decide is undetermined, with its own exit code and never accepted; what is malformed is refused",
    arguments: [
      ("deep-link", "https://app.example.org/nights", [], "https://app.example.org/a?next=//evil.example"),
      ("deep-link", "https://app.example.org/nights", ["--scheme", "https"], "//app.example.org/nights"),
      ("deep-link", "https://app.example.org/nights", ["--host", "app.example.org"], "/nights"),
      ("page-message", #"{"name":"close","data":{"a":1}}"#, [], #"{"name":"close","url":"x"}"#),
    ])
  func undetermined(kind: String, value: String, options: [String], bad: String) async throws {
    let run = try await check(kind, value, ["--json"] + options)
    let object = try #require(run.objects.first, "\(run.errors)")
    #expect(run.code == 2 && object["verdict"]?.string == "undetermined" && object["reason"]?.string?.isEmpty == false)
    let text = try await check(kind, value, options)
    #expect(text.code == 2 && text.output.hasPrefix("undetermined \(kind): ") && !text.output.contains("accepted"))
    let refused = try await check(kind, bad, ["--json"] + options)
    #expect(refused.code == 1 && refused.objects.first?["verdict"]?.string == "refused", "\(refused.output)")
  }

  @Test("Passwords and PINs are read from standard input, and nowhere printed")
  func secrets() async throws {
    for (kind, good, bad) in [("password", "battery staple hour", "Sunflower99"), ("pin", "5839", "1234")] {
      let argument = try await check(kind, good)
      #expect(argument.code == 64 && !argument.errors.contains(good) && !argument.output.contains(good))
      let taken = try await check(kind, "-", input: good + "\n")
      #expect(taken.code == 0 && !taken.output.contains(good), "\(taken.output)")
      let refused = try await check(kind, "-", input: bad + "\n")
      #expect(refused.code == 1 && !refused.output.contains(bad), "\(refused.output)")
    }
  }

  @Test("A PIN has 4 to 6 digits, or as many as the policy says; the limit is named, the digits are not")
  func pinLength() async throws {
    func judge(_ pin: String, _ more: [String] = []) async throws -> String {
      let run = try await check("pin", "-", ["--json"] + more, input: pin + "\n")
      #expect(!(run.output + run.errors).contains(pin))
      let object = try #require(run.objects.first, "\(run.errors)")
      if let limit = object["limit"]?.integer {
        for language in ["de", "en"] {
          #expect(object["message"]?[language]?.string?.contains(" \(limit) ") == true, "\(run.output)")
        }
      }
      return "\(run.code) \(object["reason"]?.string ?? "none") \(object["limit"]?.integer ?? 0)"
    }
    for pin in ["5839", "58392", "583927"] { #expect(try await judge(pin) == "0 none 0") }
    #expect(try await judge("583") == "1 tooShort 4")
    #expect(try await judge("5839271") == "1 tooLong 6")
    #expect(try await judge("58a92") == "1 notDigits 0")

    let folder = try TemporaryFolder()
    let made = try await Program.run(["up", "--once", "--state", folder.state])
    #expect(made.code == 0, "\(made.errors)")
    let starter = try String(contentsOfFile: folder.state + "/policy.json", encoding: .utf8)
    let longer = starter.replacing(
      #""minimumDigits": 4, "maximumDigits": 6"#, with: #""minimumDigits": 7, "maximumDigits": 8"#)
    #expect(longer != starter)
    let path = folder.path + "/policy.json"
    try longer.write(toFile: path, atomically: true, encoding: .utf8)
    for pin in ["5839271", "58392716"] { #expect(try await judge(pin, ["--policy", path]) == "0 none 0") }
    #expect(try await judge("583927", ["--policy", path]) == "1 tooShort 7")
    #expect(try await judge("583927164", ["--policy", path]) == "1 tooLong 8")
  }

  @Test("What the README shows of this command and of `mantlet log scan` is what they print")
  func readme() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let refused = try await check("email", "user@@example.com")
    #expect(readme.contains("```\n$ mantlet input check email user@@example.com\n\(refused.output)```\n"))
    let folder = try TemporaryFolder()
    let path = folder.path + "/app.log"
    try "INFO started\n2026-11-24 login of anna@example.org\nINFO ended\n"
      .write(toFile: path, atomically: true, encoding: .utf8)
    let found = try await Program.run(["log", "scan", path])
    #expect(found.code == 1, "\(found.errors)")
    #expect(readme.contains("```\n$ mantlet log scan app.log\n\(found.output)```\n"), "\(found.output)")
  }

  @Test("Both languages are printed, or the one that is asked for")
  func languages() async throws {
    let both = try await check("email", "user.example.com").output
    #expect(both.contains("en: The address has no @.") && both.contains("de: In der Adresse fehlt das @."))
    let german = try await check("email", "user.example.com", ["--language", "de"]).output
    #expect(german.contains("de:") && !german.contains("en:"))
  }

  @Test("A link is held against schemes and hosts; a range of times against a day and a place")
  func options() async throws {
    let link = "https://app.example.org/nights"
    #expect(try await check("deep-link", link, ["--scheme", "https", "--host", "app.example.org"]).code == 0)
    #expect(try await check("deep-link", link, ["--host", "example.org"]).output.contains("foreignHost"))
    let zone = ["--zone", "Europe/Berlin", "--json", "--day"]
    let night = try await check("time-range", "22:30-06:45", zone + ["2026-03-28"])
    #expect(night.objects.first?["seconds"]?.integer == 26_100, "\(night.errors)")
    #expect(try await check("time-range", "02:30-06:45", zone + ["2026-03-29"]).output.contains("skippedTime"))
    #expect(try await check("time-range", "02:30-06:45", ["--day", "2026-03-29"]).code == 64)
  }

  @Test("An image is read from its file; what cannot be read is 65, an unknown kind 64")
  func files() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/picture"
    let svg = URL(fileURLWithPath: path)
    try Data("<svg/>".utf8).write(to: svg)
    #expect(try await check("image", path).output.contains("activeImage"))
    // 13 by 7 pixels.
    let png = "iVBORw0KGgoAAAANSUhEUgAAAA0AAAAHCAIAAABcElBNAAAAFUlEQVR4nGM8IWfDQARgIkbRMFIHAERHATCqxJkoAAAAAElFTkSuQmCC"
    try #require(Data(base64Encoded: png)).write(to: URL(fileURLWithPath: path))
    let picture = try await check("image", path, ["--json"])
    #expect(picture.code == 0 && picture.objects.first?["width"]?.integer == 13, "\(picture.output)")
    #expect(try await check("image", folder.path + "/none").code == 65)
    #expect(try await check("colour", "red").code == 64)
    let kinds = try await Program.run(["input", "kinds"])
    #expect(kinds.code == 0 && kinds.output.split(separator: "\n").count == 13)
  }
}
