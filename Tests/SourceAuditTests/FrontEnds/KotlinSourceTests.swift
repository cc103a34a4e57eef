import SourceAudit
import Testing

@Suite struct KotlinSourceTests {
  /// What the body of `fun f() { … }` is read as.
  private func body(_ source: String) -> String {
    let unit = KotlinSource.unit(SourceText(path: "A.kt", text: "fun f() {\n" + source + "\n}"), number: 0)
    #expect(!unit.regions.contains { $0.kind == .unreadable }, "\(source)")
    return unit.allDeclarations.first { $0.kind == .function }.map(SyntaxText.steps) ?? ""
  }

  private func outline(_ source: String) -> [String] {
    let unit = KotlinSource.unit(SourceText(path: "A.kt", text: source), number: 0)
    #expect(!unit.regions.contains { $0.kind == .unreadable }, "\(source)")
    return SyntaxText.outline(unit).map { String($0) }
  }

  private static let expressions: [(String, String)] = [
    // calls, receivers, arguments
    ("a.b(1, x = 2) { y }", "a.b(1, x:2, {return y})"),
    ("a?.b?.c()!!.d", "a?.b?.c()!!.d"),
    ("a\n  .b()\n  ?.c { it }", "a.b()?.c({return it})"),
    ("prefs.edit().apply { putString(\"k\", t) }.apply()", "prefs.edit().apply({return putString(\"k\", t)}).apply()"),
    ("with(x) { foo(); bar() }", "with(x, {foo(); return bar()})"),
    ("x?.let { it.foo() } ?: run { y() }", "(x?.let({return it.foo()}) ?: run({return y()}))"),
    ("f<List<Int?>>(x)", "f(x)"),
    ("a.b<T> { c }", "a.b({return c})"),
    ("x < y && z > (w)", "((x < y) && (z > w))"),
    ("f(a)(b)[c, d]", "f(a)(b)[c, d]"),
    ("f(*xs, y = { 1 })", "f(xs, y:{return 1})"),
    ("list.map(String::length)", "list.map({return String.length(it)})"),
    ("Foo::class.java", "Foo::class.java"),
    ("::top", "::top"),
    ("a.forEach lbl@{ return@lbl }", "a.forEach({return -})"),
    // operators
    ("a + b * c - d", "((a + (b * c)) - d)"),
    ("a ?: b ?: c", "((a ?: b) ?: c)"),
    ("!a && -b == +c", "(!a && (-b == +c))"),
    ("a shl 2 or b", "a.shl(2).or(b)"),
    ("x in 1..9", "(x in (1 .. 9))"),
    ("x !in 0..<n", "(x !in (0 ..< n))"),
    ("x !is Foo", "!(x is Foo)"),
    ("x as Foo<Bar>?", "(x as Foo<Bar>?)"),
    ("x as? Foo", "(x as? Foo)"),
    ("a === b || a !== c", "((a === b) || (a !== c))"),
    ("i++", "++i"),
    ("a\n  && b", "(a && b)"),
    ("a\n-b", "a; -b"),
    // literals
    ("\"a$b${c.d}e\\n\\u0041\\$\"", "\"a${b}${c.d}e\nA$\""),
    ("\"${\"x${y}\"}\"", "\"${\"x${y}\"}\""),
    ("\"$this $1\"", "\"${this} $1\""),
    ("\"\"\"a\"b\\n${c}\"\"\"\"", "\"a\"b\\n${c}\"\""),
    ("$$\"a $b $$c\"", "\"a $b ${c}\""),
    ("'\\'' + 'x'", "(\"'\" + \"x\")"),
    ("1_000L + 0xFFu + 1.5e-3f", "((1000 + 0xFF) + 1.5e-3)"),
    ("`when`.x", "when.x"),
    ("null ?: true", "(null ?: true)"),
    // expressions with blocks
    ("val v = if (a) b else c", "? a; then{; b; }; otherwise{; c; }; let v = if(a; b, c)"),
    ("if (a) b() else if (c) { d() } else e()", "? a; then{; b(); }; ? c; then{; d(); }; otherwise{; e(); }"),
    (
      "val v = when (x) { 1, 2 -> a; in y -> b; is T -> c; else -> { d } }",
      "? x; ? 1; ? 2; branch{; a; }; ? iny; branch{; b; }; ? (- is T); branch{; c; }; branch{; d; }; let v = if(x; a, b, c, d)"
    ),
    (
      "val v = try { a() } catch (e: E) { b(e) }",
      "plain{; a(); }; handler{; let e:E = -; b(e); }; let v = if(-; a(), b(e))"
    ),
    ("val (a, _, b) = c", "let a = c; let b = c"),
    ("val x: A<B>? = null", "let x:A<B>? = null"),
    ("val x by lazy { y }", "let x = lazy({return y})"),
    ("for ((k, v) in m) use(k)", "loop{; let k = m; let v = m; use(k); }"),
    ("while (a) { b() }\ndo c() while (d)", "? a; loop{; b(); }; loop{; c(); ? d; }"),
    ("a.b[c] += d", "(a.b[c] += d)"),
    ("x = { a, (b, c), d: Int -> a }", "(x = {a,,d -> let b = it; let c = it; return a})"),
    ("return if (a) b else null", "? a; then{; b; }; otherwise{; null; }; return if(a; b, null)"),
    ("throw E(\"x\")", "throw E(\"x\")"),
    ("val o = object : A(), B { override fun c() = 1 }", "let o = object:A,B{c}"),
    ("val g = fun(x: Int): Int { return x }", "let g = {x -> return x}"),
    ("fun g() = 1\nval a = g()", "let a = g()"),
    ("outer@ for (i in xs) { break@outer }", "loop{; let i = xs; }"),
    ("@Suppress(\"x\") f()", "f()"),
    ("val s = listOf(\n  1, // one\n  /* two /* nested */ */ 2,\n)", "let s = listOf(1, 2)"),
  ]

  @Test("Each construct of a body is read as what it means", arguments: expressions)
  func expression(source: String, meaning: String) { #expect(body(source) == meaning) }

  private static let declarations: [(String, [String])] = [
    ("import a.b.C as D\nimport x.*", ["importing D:a.b.C", "importing *:x"]),
    ("typealias T<X> = Map<String, X>", ["typeAlias T:Map<String,X>"]),
    ("const val K = \"a\" + B", ["property K = (\"a\" + B)"]),
    (
      "class A<T : X>(private val b: B? = null, c: C) : D(c), E by b where T : Y",
      [
        "type A < D,E", " initializer init", "  parameter b:B? = null", "  parameter c:C", " property b:B?",
        " property c:C",
      ]
    ),
    ("class A { companion object { const val K = 1 } }", ["type A", " type Companion", "  property K = 1"]),
    ("object O : P() { val x = 1 }", ["type O < P", " property x = 1"]),
    (
      "enum class E(val k: String) { A(\"x\"), B(\"y\") { override fun g() = 1 }; fun h() {} }",
      [
        "type E", " initializer init", "  parameter k:String", " property k:String", " enumCase A = \"x\"",
        " enumCase B = \"y\"", "  function g", " function h",
      ]
    ),
    ("sealed interface S { data object A : S }", ["type S", " type A < S"]),
    (
      "fun interface F { fun go(x: Int = 1, vararg y: String) }",
      ["type F", " function go", "  parameter x:Int = 1", "  parameter y:String..."]
    ),
    (
      "suspend inline fun <reified T> List<T>?.go(): Map<String, List<T>> = x",
      ["typeExtension List", " function go:Map<String,List<T>>"]
    ),
    ("val Context.store: S by make(name = \"s\")", ["typeExtension Context", " property store:S = make(name:\"s\")"]),
    (
      "class A {\n var x: Int = 1\n  get() = field\n  private set(v) { field = v }\n lateinit var y: B\n}",
      ["type A", " property x:Int = 1", "  accessor get", "  accessor set", "   parameter v", " property y:B"]
    ),
    (
      "class A { constructor(a: Int) : this(\"$a\") { b() }\n init { c() } }",
      ["type A", " initializer init", "  parameter a:Int", " accessor init"]
    ),
    (
      "@A(1, b = [C::class]) @field:D class X @Inject constructor(@E val y: Int)",
      [
        "type X @A(1, b:[C::class]) @D", " initializer init", "  parameter y:Int @E", " property y:Int @E",
      ]
    ),
    (
      "annotation class N(val v: Array<String>)",
      ["type N", " initializer init", "  parameter v:Array<String>", " property v:Array<String>"]
    ),
    ("val f: suspend (Int, String?) -> Unit = {}", ["property f:(Int,String?)->Unit = {}", " closure "]),
    ("context(Logger)\nfun f() {}", ["function f"]),
    ("android { compileSdk = 34 }", ["closure "]),
  ]

  @Test("Each declaration is read with its names, types and values", arguments: declarations)
  func declaration(source: String, lines: [String]) { #expect(outline(source) == lines) }

  @Test("A call has its place, its receiver and its arguments")
  func place() throws {
    let unit = KotlinSource.unit(SourceText(path: "A.kt", text: "fun f() {\n  é.b(\n    c)\n}"), number: 0)
    let call = try #require(unit.calls("b").first)
    #expect([call.position.line, call.position.column] == [2, 3])
    #expect(call.receiver?.name == "é")
    let argument = try #require(call.argument(at: 0))
    #expect([argument.position.line, argument.position.column] == [3, 5])
  }

  @Test("What only debug builds do is told apart")
  func debugOnly() throws {
    let source =
      "fun f() {\n if (BuildConfig.DEBUG && x) a()\n if (!BuildConfig.DEBUG) return\n b()\n}\nfun g() { c() }"
    let unit = KotlinSource.unit(SourceText(path: "A.kt", text: source), number: 0)
    let inside = ["a", "b", "c"].map { unit.isInside(.debugOnly, unit.calls($0)[0].offset) }
    #expect(inside == [true, true, false])
  }

  @Test(
    "A broken part is reported at its place, and what follows is read",
    arguments: [
      ("fun broken( {\nfun ok() { good() }", 1), ("class A {\n val x = = 3\n fun ok() { good() }\n}", 2),
      ("<<<<<<< HEAD\nfun ok() { good() }\n", 1), ("val s = \"open\nfun ok() { good() }", 1),
      ("fun a() { x.. }\n)\nfun ok() { good() }", 2), ("val c = '\nfun ok() { good() }", 1),
    ])
  func broken(source: String, line: Int) throws {
    let unit = KotlinSource.unit(SourceText(path: "A.kt", text: source), number: 0)
    let region = try #require(unit.regions.filter { $0.kind == .unreadable }.map { unit.position($0.start).line }.max())
    #expect(region == line)
    #expect(unit.calls("good").first?.owner.name == "ok")
  }
}
