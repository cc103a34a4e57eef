#if Audit
  import SourceAudit
  import Testing

  @Suite struct SwiftSourceTests {
    private func unit(_ text: String, path: String = "A.swift") -> SourceUnit {
      SwiftSource.unit(SourceText(path: path, text: text))
    }

    @Test("A call has its receiver, its labels and its trailing closures")
    func calls() throws {
      let unit = unit("a.b?.c(1, to: x) { y in y } done: { z() }")
      let call = try #require(unit.calls("c").first)
      #expect(call.receiver?.path == ["a", "b"])
      #expect(call.arguments.map(\.label) == ["", "to", "", "done"])
      #expect(call.argument("to")?.name == "x")
      #expect(call.arguments.map(\.value.kind) == [.number, .name, .closure, .closure])
      #expect(call.first?.flags.contains(.optional) == true)
      #expect(unit.calls("z").first?.owner.kind == .closure)
    }

    @Test("A text keeps its literal pieces and what is inserted between them")
    func texts() throws {
      let text = try #require(unit(#"let t = "a\(b.c)d\(e, privacy: .public)""#).all(.string).first)
      #expect(text.plainText == nil)
      #expect(text.list.map { $0.value.isPresent } == [false, true, false, true])
      #expect(text.values.map(\.kind) == [.member, .tuple])
      #expect(text.values.last?.arguments.map(\.label) == ["", "privacy"])
    }

    @Test("Operators are folded by precedence, assignments and ?? to the right")
    func operators() throws {
      let unit = unit("x = a ?? b + c * d == e ? f : g as! H")
      let assignment = try #require(unit.assignments.first)
      #expect(assignment.first?.name == "x")
      let choice = try #require(assignment.second)
      #expect(choice.kind == .conditional)
      #expect(choice.first?.name == "==")
      #expect(choice.values.map(\.kind) == [.name, .cast])
      let fallback = try #require(choice.first?.first)
      #expect(fallback.name == "??")
      #expect(fallback.second?.name == "+")
      #expect(fallback.second?.second?.name == "*")
    }

    @Test("Declarations know their kind, type, attributes, supertypes and what is around them")
    func declarations() throws {
      let unit = unit(
        """
        final class Store: Base, Keeping {
          @AppStorage("a") private var token: [String: Foo]? = nil
          static let shared = Store()
          var late: Session!
          func keep(_ value: String, for key: Key = .main) throws -> Bool { value.isEmpty }
          enum Key: String { case main = "m", other }
        }
        """)
      let type = try #require(unit.allDeclarations.first { $0.kind == .type })
      #expect(type.name == "Store" && type.keyword == "class" && type.supertypes == ["Base", "Keeping"])
      #expect(type.members.map(\.name) == ["token", "shared", "late", "keep", "Key"])
      #expect(type.members[0].attributes.map(\.name) == ["AppStorage"])
      #expect(type.members[0].typeText == "[String:Foo]?")
      #expect(type.members[0].flags.contains(.isPrivate))
      #expect(type.members[1].flags.isSuperset(of: [.isStatic, .isConstant]))
      #expect(type.members[2].flags.contains(.isImplicitlyUnwrapped))
      let keep = type.members[3]
      #expect(keep.parameters.map(\.keyword) == ["", "for"] && keep.parameters.map(\.name) == ["value", "key"])
      #expect(keep.typeName == "Bool" && keep.steps.map(\.kind) == [.yield])
      #expect(type.members[4].members.map(\.name) == ["main", "other"])
      #expect(type.members[4].members.map { $0.value?.plainText } == ["m", nil])
    }

    @Test("What only debug builds hold is known, in every form of #if")
    func debug() throws {
      let unit = unit(
        "#if DEBUG\na()\n#else\nb()\n#endif\n#if !DEBUG\nc()\n#else\nd()\n#endif\n#if DEBUG || X\ne()\n#endif")
      let inside = ["a", "b", "c", "d", "e"].map { name in
        unit.calls(name).allSatisfy { unit.isInside(.debugOnly, $0.offset) }
      }
      #expect(inside == [true, false, false, true, false])
    }

    @Test(
      "New and rare syntax is read, nothing of it is dropped",
      arguments: [
        "if let a, case .some(let b) = mark() { use(a, b) }", "let x = switch y { case .a: mark()\n default: 2 }",
        "for case let (a, b) in mark() where a { use(b) }", "do { try mark() } catch let e as E { use(e) }",
        "func f<each T>(_ x: repeat each T) { repeat use(each x) ; mark() }", "#Preview { mark() }",
        "@Test func t() { #expect(mark() == 1) }", "actor A { isolated deinit { mark() } }",
        "nonisolated(unsafe) var x = mark()", "let r = /a(b)/\nmark()", "view\n#if os(iOS)\n.a(mark())\n#endif\n.b()",
        "var x: Int { get { mark() } set { use(newValue) } }", "let c = { [weak self, y = mark()] in use(y) }",
        "let (a, b) = (1, mark())", "defer { mark() }", "guard let z = mark() else { return }",
        "let k = try? await mark()", "subscript(i: Int) -> Int { mark() }", "x = \"\"\"\n  a\\(mark())\n  \"\"\"",
        "switch a { case mark(): use()\n default: break }", "func f(a: Int = mark()) {}", "mark() as? X",
      ])
    func nothingDropped(text: String) throws {
      let unit = unit(text)
      #expect(unit.calls("mark").count == 1, "\(text)")
      #expect(unit.regions.allSatisfy { $0.kind != .unreadable }, "\(text)")
    }

    @Test("Beside text that is no Swift the rest is read, and the place is kept")
    func unreadable() throws {
      let unit = unit("func a() { first() }\nclass { ] ) = \nfunc b() { second() }\n")
      #expect(unit.calls("first").count == 1 && unit.calls("second").count == 1)
      #expect(unit.regions.contains { $0.kind == .unreadable })
    }

    @Test("Every beginning of a file gives a unit")
    func prefixes() throws {
      let text = Array(
        """
        @Wrap(1) final class A<T: B>: C { #if DEBUG
          var x: [Int?]! { didSet { f("a\\(b ?? "c")", in: { $0.d![1...] }) } }
        #endif
          func g(_ a: Int..., b: some P = .q) async throws(E) -> (c: Int, D) { switch a { case let .h(i, _)? where i: j() } } }
        """.utf8)
      for end in stride(from: 0, through: text.count, by: 3) {
        _ = unit(String(decoding: text[..<end], as: UTF8.self))
      }
    }

    @Test("Places count from 1, columns in scalars")
    func places() throws {
      let unit = unit("let ä = 1; f()\n  g\n    .h()")
      #expect(try #require(unit.calls("f").first).position == (1, 12))
      #expect(try #require(unit.calls("h").first).position == (2, 3))
      #expect(unit.line(2) == "  g" && unit.line(9) == "")
    }
  }
#endif
