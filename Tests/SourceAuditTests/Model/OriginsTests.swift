#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct OriginsTests {
    private func project(_ files: [String]) -> Project {
      let units = files.enumerated().map { number, text in
        SwiftSource.unit(SourceText(path: "\(number).swift", text: text), number: number)
      }
      return Project(units, policy: Policy(name: "test", environments: [:]))
    }

    /// The first argument of the first call of `sink`.
    private func sink(_ files: String...) throws -> (Project, Expression) {
      let project = project(files)
      let call = try #require(project.units.lazy.flatMap { $0.calls("sink") }.first)
      return (project, try #require(call.argument(at: 0)))
    }

    @Test(
      "A fixed text is found behind every way of writing it",
      arguments: [
        ["sink(\"wanted\")"], ["let a = \"wanted\"\nsink(a)"], ["let a = \"wan\", b = a + \"ted\"\nsink(b)"],
        ["sink(\"wan\\(part)\")", "let part = \"ted\""], ["sink(K.a)", "enum K { static let a = \"wanted\" }"],
        ["sink(K.a.rawValue)", "enum K: String { case a = \"wanted\" }"],
        ["sink(K.wanted.rawValue)", "enum K: String { case wanted }"],
        ["sink(make())", "func make() -> String { \"wanted\" }"],
        ["sink(make(\"ted\"))", "func make(_ t: String) -> String { let r = \"wan\" + t\n return r }"],
        ["func f(_ x: String) { sink(x) }", "f(\"wanted\")"], ["func f(_ x: String = \"wanted\") { sink(x) }\nf()"],
        ["struct S { let t: String\n func f() { sink(t) }\n init() { t = \"wanted\" } }"],
        ["func f(_ c: Bool) { let x: String\n if c { x = \"wanted\" } else { x = \"wanted\" }\n sink(x) }"],
        ["let x: String? = \"wanted\"\nfunc f() { guard let x else { return }\n sink(x) }"],
        ["let f = { (s: String) in s }\nsink({ \"wanted\" }())"], ["sink((Optional(\"wanted\")!) as String)"],
        ["extension A { var b: String { \"wanted\" } }\nstruct A { func c() { sink(b) } }"],
        ["typealias N = Names\nsink(N.a)", "struct Names { static let a = \"wanted\" }"],
        ["class B { var a = \"wanted\" }\nclass C: B { func f() { sink(self.a) } }"],
      ])
    func constants(files: [String]) throws {
      let project = project(files)
      let call = try #require(project.units.lazy.flatMap { $0.calls("sink") }.first)
      let texts = project.texts(of: try #require(call.argument(at: 0)))
      #expect(Set(texts) == ["wanted"], "\(files)")
    }

    @Test("An inner name hides an outer one, and only where it is visible")
    func scopes() throws {
      let (project, inner) = try sink("let a = \"outer\"\nfunc f() { let a = \"inner\"\n sink(a) }")
      #expect(project.texts(of: inner) == ["inner"])
      let (second, outer) = try sink("let a = \"outer\"\nfunc f() { do { let a = \"inner\"; use(a) }\n sink(a) }")
      #expect(second.texts(of: outer) == ["outer"])
      let (third, shadow) = try sink("func f(_ a: String) { let a = a + \"!\"\n sink(a) }\nf(\"x\")")
      #expect(third.texts(of: shadow) == ["x!"])
    }

    @Test("A parameter that two callers fill has both values; another function of that name has neither")
    func callers() throws {
      let (project, value) = try sink(
        "struct A { func f(_ x: String) { sink(x) } }", "A().f(\"one\"); let a: A = make(); a.f(\"two\")",
        "struct B { func f(_ x: String) {} }\nB().f(\"three\")")
      #expect(Set(project.texts(of: value)) == ["one", "two"])
    }

    @Test("A function inside another one is called in that one only, and self is of the type around the call")
    func inner() throws {
      let (project, value) = try sink(
        "struct A { func f() { func put(_ x: String) { sink(x) }\n put(\"one\") }\n func g() { self.put(\"two\") } }",
        "struct B { func f() { Self.put(\"three\"); put(\"four\") }\n static func put(_ x: String) {} }")
      #expect(project.texts(of: value) == ["one"])
      let (second, member) = try sink(
        "struct A { func put(_ x: String) { sink(x) }\n func f() { self.put(\"one\") } }",
        "struct B { func f() { self.put(\"two\") }\n func put(_ x: String) {} }",
        "extension A { func g() { self.put(\"three\") } }")
      #expect(Set(second.texts(of: member)) == ["one", "three"])
      // By what the project does not tell, C may be a UIViewController; D has its own.
      let (third, outside) = try sink(
        "extension UIViewController { func put(_ x: String) { sink(x) } }",
        "class C: UITableViewController { func f() { self.put(\"one\") } }",
        "class D { func f() { self.put(\"two\") }\n func put(_ x: String) {} }")
      #expect(third.texts(of: outside) == ["one"])
    }

    @Test("An extension of an outside class is inherited without a word, where nothing else fits")
    func outsideExtensions() throws {
      let shared = "extension UIViewController { func put(_ x: String) { sink(x) } }"
      // Another function of that name takes other arguments.
      let (project, value) = try sink(
        shared,
        "class C: UITableViewController { func f() { put(\"one\") }\n func put(_ n: Int, in s: String) {} }",
        "class D: UITableViewController { func f() { self.put(\"two\") }\n func put(_ n: Int, in s: String) {} }",
        "struct E { func f() { self.put(\"three\"); put(\"four\") } }")
      #expect(Set(project.texts(of: value)) == ["one", "two"])
      let (second, global) = try sink(
        shared, "func put(_ x: String) {}\nclass C: UITableViewController { func f() { put(\"one\") } }")
      #expect(second.texts(of: global).isEmpty)
    }

    @Test("`this` is of a type around the call, in Swift a variable")
    func ownInstances() throws {
      let (project, value) = try sink(
        "struct A { func put(_ x: String) { sink(x) } }",
        "struct B { func f(this: A) { this.put(\"one\") }\n func put(_ x: String) {} }")
      #expect(project.texts(of: value) == ["one"])
      // In Java it is that of the class around it or of one further out, and of no other.
      let java = [
        "class A { void seal(String k) { sink(k); }\n void f() { new Runnable() { public void run() { A.this.seal(\"one\"); } }; } }",
        "class B { void seal(String k) {}\n void g() { this.seal(\"two\"); } }",
      ].enumerated().map { number, text in
        JavaSource.unit(SourceText(path: "\(number).java", text: text), number: number)
      }
      let classes = Project(java, policy: Policy(name: "test", environments: [:]))
      let call = try #require(classes.units.lazy.flatMap { $0.calls("sink") }.first)
      #expect(classes.texts(of: try #require(call.argument(at: 0))) == ["one"])
    }

    @Test(
      "What a composition of protocols is made of is inherited, also under another name, and a value of it has all",
      arguments: [
        "struct E: P & Q { func f() { self.put(\"wanted\") } }",
        "class E: NSObject & A.P { func f() { put(\"wanted\") } }",
        "typealias R = Q & P\nstruct E: R { func f() { self.put(\"wanted\") } }",
        "typealias R = B<C & D> & A.P\ntypealias S = R\nstruct E: S & T { func f() { self.put(\"wanted\") } }",
        "extension E: @preconcurrency P { func f() { self.put(\"wanted\") } }",
        "func f(_ e: any P & Q) { e.put(\"wanted\") }", "let e: (any Q & A.P)? = g()\nfunc f() { e?.put(\"wanted\") }",
        "typealias R = P & Q\nfunc f(_ e: some R) { e.put(\"wanted\") }",
      ])
    func compositions(text: String) throws {
      let (project, value) = try sink(
        "protocol P {}\nextension P { func put(_ x: String) { sink(x) } }", text,
        // Of neither: so many that a call on something unknown says nothing.
        "struct F: Q & T { func f() { self.put(\"other\") }\n func put(_ x: String) {} }",
        "struct G { func put(_ x: String) {} }\nfunc f(_ e: any Q & T) { e.put(\"other\") }",
        "struct H { func put(_ x: String) {} }")
      #expect(project.texts(of: value) == ["wanted"])
      let call = try #require(project.units[1].calls("put").first)
      #expect(project.functions(calledBy: call).map { $0.unit.path } == ["0.swift"])
    }

    @Test("An anonymous type inherits what stands there, and nothing of other anonymous ones", arguments: [1, 40])
    func anonymousTypes(others: Int) throws {
      let java =
        [
          "class Base { void seal(String k) { sink(k); } }",
          """
          class A { void f() {
            new Base() { void go() { this.seal("one"); put("three"); this.put("four"); } void put(String k) { keep(k); } };
            new Base() { void go() { seal("two"); } void put(String k) {} };
          } void put(String k) {} }
          """,
        ]
        + (0..<others).map { number in
          """
          class C\(number) { void f() {
            new Other\(number)() { void go() { this.seal("no"); put("no"); this.put("no"); } void put(String k) {} };
            new Other\(number)() { void go() { seal("no"); } void seal(String k) {} };
          } }
          """
        }
      let project = Project(
        java.enumerated().map { JavaSource.unit(SourceText(path: "\($0).java", text: $1), number: $0) },
        policy: Policy(name: "test", environments: [:]))
      func texts(_ name: String, in unit: Int) throws -> Set<String> {
        let call = try #require(project.units[unit].calls(name).first)
        return Set(project.texts(of: try #require(call.argument(at: 0))))
      }
      #expect(try texts("sink", in: 0) == ["one", "two"])
      #expect(try texts("keep", in: 1) == ["three", "four"])
      let calls = project.units[1].calls("seal").prefix(1) + project.units[1].calls("put").dropFirst()
      #expect(
        calls.map { call in project.functions(calledBy: call).map(\.position.line) } == [[1], [2]])
    }

    @Test(
      "What is joined to a text is in it, and of a closure what it gives",
      arguments: [
        ("recoveryWords.joinToString(\" \")", true), ("recoveryWords.joinToString { word -> word.trim() }", true),
        ("recoveryWords.joinToString(\" \") { it.uppercase() }", true), ("recoveryWords.joinToString { \"*\" }", false),
        ("recoveryWords.joinToString { it.length.toString() }", false), ("pins.joinToString(password)", false),
        ("password.toCharArray().concatToString()", true),
        ("file.use { password }", true), ("password.use { it.size }", false),
      ])
    func joined(text: String, isSecret: Bool) throws {
      let unit = KotlinSource.unit(SourceText(path: "A.kt", text: "fun f() { sink(\(text)) }"), number: 0)
      let project = Project([unit], policy: Policy(name: "test", environments: [:]))
      let call = try #require(unit.calls("sink").first)
      #expect(project.isSecret(try #require(call.argument(at: 0))) == isSecret)
    }

    @Test("Java's String.join gives its words, and not what stands between them")
    func joinedInJava() throws {
      for (text, isSecret) in [
        ("String.join(\" \", recoveryWords)", true), ("TextUtils.join(password, names)", false),
        ("thread.join(password)", false),
      ] {
        let source = "class A { void f() { sink(\(text)); } }"
        let unit = JavaSource.unit(SourceText(path: "A.java", text: source), number: 0)
        let project = Project([unit], policy: Policy(name: "test", environments: [:]))
        let call = try #require(unit.calls("sink").first)
        #expect(project.isSecret(try #require(call.argument(at: 0))) == isSecret, "\(text)")
      }
    }

    @Test("What a question lets a call give on stays in the call that it came by")
    func handed() throws {
      let unit = KotlinSource.unit(
        SourceText(
          path: "A.kt",
          text: "fun cut(t: String) = t.take(3)\nfun f() { sink(cut(first)) }\nfun g() { other(cut(second)) }"),
        number: 0)
      let project = Project([unit], policy: Policy(name: "test", environments: [:]))
      let sink = try #require(unit.calls("sink").first)
      let value = try #require(sink.argument(at: 0))
      let names = project.origins(of: value) { $0.calledName == "take" ? [$0.receiver].compactMap { $0 } : [] }.names
      #expect(names.contains("first") && !names.contains("second"))
      #expect(!project.origins(of: value).names.contains("first"))
    }

    @Test("A value that goes in circles ends")
    func circles() throws {
      let (project, value) = try sink(
        "func f(_ x: String) -> String { g(x) }\nfunc g(_ x: String) -> String { f(x) }\nvar a = b\nvar b = a\nsink(f(a))"
      )
      #expect(project.texts(of: value).isEmpty)
      #expect(project.type(of: value) == "String")
      let (second, member) = try sink("class A { var b = c.d\n var d = e.b }\nvar c = A().b.x, e = c.d\nsink(c.d.b.y)")
      _ = second.origins(of: member, reach: .influence)
    }

    @Test("The door is seen through helpers, closures and parts of a link")
    func doors() throws {
      let (project, value) = try sink(
        "func application(_ a: UIApplication, open url: URL, options: [K: Any]) -> Bool { go(url.query); return true }",
        "func go(_ q: String?) { q.map { part in sink(\"x=\" + part) } }")
      #expect(project.door(of: value)?.door == .link)
      let (second, other) = try sink("func open(url: URL) { sink(url.query) }")
      #expect(second.door(of: other) == nil)
      let (third, board) = try sink("let p = UIPasteboard.general\nfunc f() { sink(p.string ?? \"\") }")
      #expect(third.door(of: board)?.door == .pasteboard)
    }

    @Test(
      "The type of a receiver is told by what made it",
      arguments: [
        ("let a: Foundation.Box<Int>? = x", "Box"), ("let a = Box.standard", "Box"), ("let a = Box(1)!", "Box"),
        ("let a = make()\nfunc make() -> Box { x }", "Box"), ("let a = x as! Box", "Box"),
        ("let a = Maker.one\nextension Maker { static let one = Box() }", "Box"),
        ("let a = { Box() }()", "Box"), ("let a = c ? Box() : d", "Box"),
      ])
    func types(text: String, expected: String) throws {
      let (project, value) = try sink(text + "\nsink(a)")
      #expect(project.type(of: value) == expected)
    }
  }
#endif
