#if Audit
  import SourceAudit
  import Testing

  /// Under which names others may have seen what is another in a file.
  @Suite struct FilePartsTests {
    private static let text = """
      import Foundation
      func note(_ t: String) { print(t) }
      enum Keys { static let first = "theme" }
      extension Keys { static let second = first }

      """

    private static func unit(_ text: String, _ path: String = "A.swift") -> SourceUnit {
      let text = SourceText(path: path, text: text)
      return path.hasSuffix(".kt") ? KotlinSource.unit(text, number: 0) : SwiftSource.unit(text)
    }

    private static func numbers(_ old: String, _ new: String, _ path: String = "A.swift") -> Set<UInt32>? {
      FileParts.numbers(changedFrom: unit(old, path), to: unit(new, path))
    }

    /// Those of a text that was not there.
    private static func numbers(of text: String) throws -> Set<UInt32> { try #require(numbers("", text)) }

    private static func changed(_ old: String, _ new: String) -> Set<UInt32>? {
      numbers(text, text.replacing(old, with: new))
    }

    @Test(
      "Remarks, blanks and lines between the parts change nothing that others see",
      arguments: [
        ("func note", "// a remark\n\nfunc note"), ("enum", "\n\nenum"), ("import", "// é\nimport"),
        ("first }\n", "first }  // the end\n\n"),
      ])
    func moved(old: String, new: String) throws {
      #expect(Self.text.contains(old))
      #expect(try #require(Self.changed(old, new)).isEmpty)
    }

    @Test("A unit that was read back out of a cache has the parts that it had")
    func readBack() throws {
      let unit = Self.unit(Self.text)
      let former = try #require(UnitReader.unit(UnitWriter.bytes(unit), of: unit.text, .swift, number: 3))
      #expect(try #require(FileParts.numbers(changedFrom: former, to: unit)).isEmpty)
    }

    @Test("What is added, removed or another is seen under what it declares and mentions, and under nothing else")
    func named() throws {
      let added = "func g() { h() }\n"
      let names = try Self.numbers(of: added)
      #expect(Self.numbers(Self.text, Self.text + added) == names)
      #expect(Self.numbers(Self.text + added, Self.text) == names)
      let (old, new) = ("func note(_ t: String) { print(t) }\n", "func note(_ t: String) { log(t) }\n")
      let (before, after) = (try Self.numbers(of: old), try Self.numbers(of: new))
      #expect(Self.changed(old, new) == before.union(after))
      #expect(before != after && names.isDisjoint(with: before))
    }

    @Test(
      "A literal, a flag, a parameter's label and the order count",
      arguments: [
        ("\"theme\"", "\"token\""), ("static let first", "static var first"), ("_ t", "t"), ("{ print(t) }", "{ }"),
        ("enum Keys { static let first = \"theme\" }\nextension Keys { static let second = first }", swapped),
      ])
    func counted(old: String, new: String) throws {
      #expect(Self.text.contains(old))
      let numbers = try #require(Self.changed(old, new))
      #expect(!numbers.isEmpty)
    }
    static let swapped =
      "extension Keys { static let second = first }\nenum Keys { static let first = \"theme\" }"

    @Test("A part that is compiled in debug builds only is another part, and its neighbours are the same")
    func region() throws {
      let part = "enum Keys { static let first = \"theme\" }\n"
      let names = try Self.numbers(of: part)
      #expect(Self.changed(part, "#if DEBUG\n\(part)#endif\n") == names)
    }

    @Test(
      "Where an import, a statement or a variable at the top is another, nothing is told apart",
      arguments: [
        ("import Foundation", "import Security"), ("import Foundation\n", ""), ("func note", "note(\"a\")\nfunc note"),
        ("func note", "let (a, b) = pair()\nfunc note"),
      ])
    func rest(old: String, new: String) {
      #expect(Self.changed(old, new) == nil)
      let (before, after) = (Self.text.replacing(old, with: new), Self.text)
      #expect(Self.numbers(before, after) == nil)
    }

    @Test("Statements at the top that stay where they are do not keep the parts behind them from being told apart")
    func restStays() throws {
      let head = "note(\"a\")\nlet (a, b) = pair { $0 }\n"
      let added = "func g() { h() }\n"
      let names = try Self.numbers(of: added)
      #expect(Self.numbers(head + Self.text, head + Self.text + added) == names)
      #expect(Self.numbers(head + Self.text, "\n" + head + Self.text) == nil)
      #expect(Self.numbers(head, head.replacing("$0", with: "$1")) == nil)
    }

    @Test("An annotation belongs to what it stands on")
    func annotation() throws {
      let text = "import a.B\n@Keep(name = key()) class A { val a = 1 }\nfun f() { g() }\n"
      let changed = try #require(Self.numbers(text, text.replacing("key", with: "word"), "A.kt"))
      let other = try #require(Self.numbers("", "fun f() { g() }\n", "A.kt"))
      #expect(!changed.isEmpty && changed.isDisjoint(with: other))
      #expect(Self.numbers(text, text.replacing("g()", with: "h()"), "A.kt")?.isSuperset(of: other) == true)
    }
  }
#endif
