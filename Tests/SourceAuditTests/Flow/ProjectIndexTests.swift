#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct ProjectIndexTests {
    /// So many screens of one name, each with a constant, an assignment and a call of its own.
    private static func screens(_ count: Int, in folder: (Int) -> String) -> [SourceText] {
      (0..<count).map { number in
        SourceText(
          path: "\(folder(number))/File\(number).kt",
          text: """
            class Screen { val key = "key\(number)"; var last = ""
              fun show(given: String) { last = given; use(key) }
              fun go() { show("given\(number)") } }
            """)
      }
    }

    private static func project(_ files: [SourceText]) -> Project {
      Project(
        files.enumerated().map { KotlinSource.unit($0.element, number: $0.offset) },
        policy: Policy(name: "test", environments: [:]))
    }

    private static func argument(_ name: String, in unit: SourceUnit) throws -> SourceAudit.Expression {
      try #require(unit.calls(name).first?.argument(at: 0))
    }

    @Test("Of many types of one name each file means its own")
    func own() throws {
      let project = Self.project(Self.screens(100) { _ in "app" })
      for unit in project.units {
        #expect(project.texts(of: try Self.argument("use", in: unit)) == ["key\(unit.number)"])
      }
    }

    @Test("Of many types of one name a file without one means that of its folder, and none when that does not tell")
    func folder() throws {
      let outside = SourceText(path: "app/part7/Other.kt", text: "fun f() { use(Screen.key) }")
      let lost = SourceText(path: "Other.kt", text: "fun f() { use(Screen.key) }")
      let files = Self.screens(100) { "app/part\($0)" } + [outside, lost]
      let project = Self.project(files.sorted { $0.path < $1.path })
      let near = try #require(project.units.first { $0.path == outside.path })
      #expect(project.texts(of: try Self.argument("use", in: near)) == ["key7"])
      let far = try #require(project.units.first { $0.path == lost.path })
      #expect(project.texts(of: try Self.argument("use", in: far)) == [])
    }

    @Test("Callers stand first in the function's own file, however many others call its name")
    func callers() throws {
      let project = Self.project(Self.screens(600) { _ in "app" })
      for number in [0, 599] {
        let function = try #require(
          project.units[number].allDeclarations.first { $0.kind == .function && $0.name == "show" })
        let call = try #require(project.callers(of: function).first)
        #expect(call.unit.number == number)
      }
    }

    @Test("Of more types of one name than can be told apart a method is called in its own file")
    func crowded() throws {
      let project = Self.project(Self.screens(40) { "app/part\($0)" })
      for unit in project.units {
        let function = try #require(unit.allDeclarations.first { $0.kind == .function && $0.name == "show" })
        #expect(project.callers(of: function).map(\.unit.number) == [unit.number])
      }
    }

    @Test("What is private is called in its own file alone, whatever others call")
    func ownFile() throws {
      let project = Self.project([
        SourceText(path: "A.kt", text: "private fun keep(key: String) { use(key) }\nfun a() { keep(\"a\") }"),
        SourceText(path: "B.kt", text: "fun keep(key: String) { use(key) }\nfun b() { keep(\"b\") }"),
      ])
      let texts = try project.units.map { project.texts(of: try Self.argument("use", in: $0)) }
      #expect(texts.first == ["a"])
      #expect(texts.last?.contains("b") ?? false)
    }
  }
#endif
