#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// Conditions that the source decides.
  @Suite struct TruthTests {
    /// The first argument of the call of `sink`.
    private func argument(_ unit: SourceUnit) throws -> (Project, SourceAudit.Expression) {
      let project = Project([unit], policy: Policy(name: "test", environments: [:]))
      return (project, try #require(unit.calls("sink").first?.argument(at: 0)))
    }

    @Test(
      "What no variable takes part in is decided, however it is written",
      arguments: [
        ("sink(!false)", true), ("sink(!(!false))", false), ("sink(1 < 2 && 3 >= 3)", true),
        ("sink(1 == 2 || \"a\" != \"b\")", true), ("let off = false\nsink(!off)", true),
        ("enum K { static let on = 2 > 1 }\nsink(!K.on)", false),
        ("func off() -> Bool { false }\nsink(!off())", true),
        ("func f(_ x: Bool) { sink(x || true) }", true), ("func f(_ x: Bool) { sink(x && 1 > 2) }", false),
        ("func f() { var on = true\n sink(!on) }", false),
      ])
    func decided(text: String, truth: Bool) throws {
      let (project, value) = try argument(SwiftSource.unit(SourceText(path: "A.swift", text: text), number: 0))
      #expect(project.truth(of: value) == truth)
      #expect(project.texts(of: value) == [truth ? "true" : "false"])
    }

    @Test(
      "What somebody may still change is open",
      arguments: [
        "func f(_ x: Bool) { sink(!x) }", "func f(_ x: Bool) { sink(x && true) }", "var on = true\nsink(!on)",
        "func f() { var on = true\n on = ask()\n sink(!on) }", "func f() { var on = true\n read(&on)\n sink(!on) }",
        "func f() { var on = true\n on.toggle()\n sink(!on) }", "sink(!ask())", "sink(limit > 3)",
        "class A { func off() -> Bool { false }\n func f() { sink(!off()) } }",
      ])
    func open(text: String) throws {
      let (project, value) = try argument(SwiftSource.unit(SourceText(path: "A.swift", text: text), number: 0))
      #expect(project.truth(of: value) == nil)
      #expect(project.texts(of: value).isEmpty)
    }

    @Test("Kotlin and Java have words of their own for it")
    func words() throws {
      for (text, truth) in [
        ("fun f() { sink(false.not()) }", true), ("fun f() { sink(true and false) }", false),
        ("const val OFF = false\nfun f() { sink(OFF or !OFF) }", true),
      ] {
        let (project, value) = try argument(KotlinSource.unit(SourceText(path: "A.kt", text: text), number: 0))
        #expect(project.truth(of: value) == truth, "\(text)")
      }
      for (text, truth) in [
        ("class A { void f() { sink(!Boolean.FALSE); } }", true),
        ("class A { static final boolean ON = 1 <= 2; void f() { sink(ON == false); } }", false),
      ] {
        let (project, value) = try argument(JavaSource.unit(SourceText(path: "A.java", text: text), number: 0))
        #expect(project.truth(of: value) == truth, "\(text)")
      }
    }
  }
#endif
