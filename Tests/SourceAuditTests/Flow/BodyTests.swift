#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct BodyTests {
    static let units: [@Sendable () -> SourceUnit] = [
      {
        let text = """
          struct A: View {
            @State private var list = [1, 2 + three(4)]
            var body: some View { Stack { Home().onOpenURL { url in go(a.b(url), [1: c(d)]) }.padding(e { f() }) } }
            func g(_ x: Int = h(1)) { guard i(x), let j = k?.l else { return }; m(j) { n($0) } }
          }
          let o = { p(q) }()
          """
        return SwiftSource.unit(SourceText(path: "A.swift", text: text))
      },
      {
        let text = """
          class A(private val b: B = c(1)) { @D("x") fun e(f: F) = b.g { h(it, f) }.also { i -> j(i) }
            val k by lazy { l(m) } }
          fun n() { when (o()) { 1 -> p(); else -> q { r(s) } } }
          """
        return KotlinSource.unit(SourceText(path: "A.kt", text: text), number: 0)
      },
    ]

    @Test("In a body lies what begins in its stretch of the text, in the order of rows", arguments: units)
    func rows(unit: @Sendable () -> SourceUnit) {
      let unit = unit()
      let project = Project([unit], policy: Policy(name: "test", environments: [:]))
      #expect(unit.allDeclarations.count { $0.kind == .closure } > 2)
      for body in unit.allDeclarations {
        let range = body.record.offset..<max(body.record.offset + 1, body.record.end)
        #expect(project.expressions(in: body) == unit.allExpressions.filter { range.contains($0.offset) })
      }
    }
  }
#endif
