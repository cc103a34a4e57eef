#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// A function that is named where a closure may stand is called with what the closure would get.
  @Suite struct NamedFunctionTests {
    private func texts(_ unit: SourceUnit) throws -> Set<String> {
      let project = Project([unit], policy: Policy(name: "test", environments: [:]))
      return Set(project.texts(of: try #require(unit.calls("sink").first?.argument(at: 0))))
    }

    @Test(
      "Swift",
      arguments: [
        "func put(_ x: String) { sink(x) }\nlet a: String? = \"wanted\"\na.map(put)",
        "func put(_ x: String) { sink(x) }\n[\"wanted\"].forEach(put)",
        "struct A { func put(_ x: String) { sink(x) }\n func f() { [\"wanted\"].compactMap(self.put) } }",
        "struct A { static func put(_ x: String) { sink(x) } }\nfunc f() { [\"wanted\"].filter(A.put) }",
        "let a: String? = \"wanted\"\na.map(sink)",
        // Of the project's own function the argument is a value.
        "struct A { func map(_ x: String) { sink(x) } }\nlet wanted = \"wanted\"\nA().map(wanted)",
      ])
    func swift(text: String) throws {
      #expect(try texts(SwiftSource.unit(SourceText(path: "A.swift", text: text), number: 0)) == ["wanted"])
    }

    @Test(
      "Kotlin",
      arguments: [
        "fun put(x: String) { sink(x) }\nfun f() { \"wanted\".let(::put) }",
        "fun put(x: String) { sink(x) }\nfun f() { \"wanted\".run(::put) }",
        "fun put(x: String) { sink(x) }\nfun f() { with(\"wanted\", ::put) }",
        "class A { fun put(x: String) { sink(x) }\n fun f() { \"wanted\".apply(this::put) } }",
      ])
    func kotlin(text: String) throws {
      #expect(try texts(KotlinSource.unit(SourceText(path: "A.kt", text: text), number: 0)) == ["wanted"])
    }

    @Test("The second argument of a closure without names is followed, too")
    func second() throws {
      let text = "let all = [\"a\": \"b\"]\nall.forEach { sink($1) }"
      #expect(try texts(SwiftSource.unit(SourceText(path: "A.swift", text: text), number: 0)) == ["a", "b"])
    }
  }
#endif
