import SourceAudit
import Testing

@Suite struct JavaSourceTests {
  private func body(_ source: String) -> String {
    let text = "class A { void f() {\n" + source + "\n} }"
    let unit = JavaSource.unit(SourceText(path: "A.java", text: text), number: 0)
    #expect(!unit.regions.contains { $0.kind == .unreadable }, "\(source)")
    return unit.allDeclarations.first { $0.kind == .function && $0.name == "f" }.map(SyntaxText.steps) ?? ""
  }

  private static let statements: [(String, String)] = [
    ("a.b(1, c -> d);", "a.b(1, {c -> return d})"),
    ("x = (Foo) y; z = (int) -1; w = (a) + b;", "(x = (y as Foo)); (z = (-1 as int)); (w = (a + b))"),
    ("new A<B>(c).d();", "new A(c).d()"),
    ("byte[] k = new byte[16], l[] = {{1, 2}};", "let k:byte[] = new byte[](16); let l:byte[][] = [[1, 2]]"),
    ("o = new I() { public void m() { n(); } };", "(o = object:I{m})"),
    ("Map<String, List<int[]>> m = new HashMap<>();", "let m:Map<String,List<int[]>> = new HashMap()"),
    ("List<? extends T> l = this.<T>g();", "let l:List<?extendsT> = this.g()"),
    ("f = (int a, final B b) -> { return a; };", "(f = {a,b -> return a})"),
    ("s.map(String::length).toArray(String[]::new);", "s.map({return String.length(it)}).toArray(String::new)"),
    ("Class<?> c = String[].class;", "let c:Class<?> = String::class"),
    ("String t = \"\"\"\n    a\n      \"b\"\\\n    c\n    \"\"\";", "let t:String = \"a\n  \"b\"c\n\""),
    ("char c = '\\u0041', \\u0064 = '\\'';", "let c:char = \"A\"; let d:char = \"'\""),
    ("if (a) b(); else if (c) { d(); } else e();", "? a; then{; b(); }; ? c; then{; d(); }; otherwise{; e(); }"),
    ("for (int i = 0; i < 9; i++) a(i);", "loop{; let i:int = 0; ? (i < 9); ++i; plain{; a(i); }; }"),
    ("for (final Entry<K, V> e : m.entrySet()) a(e);", "loop{; let e:Entry<K,V> = m.entrySet(); plain{; a(e); }; }"),
    (
      "try (R r = o(); s) { a(); } catch (A | B e) { b(e); } finally { c(); }",
      "plain{; let r:R = o(); s; a(); }; handler{; let e:A|B = -; b(e); }; deferred{; c(); }"
    ),
    (
      "int v = switch (x) { case A, B -> 1; case C: { yield 2; } default -> throw new E(); };",
      "? x; ? A; ? B; branch{; 1; }; ? C; branch{; plain{; 2; }; }; branch{; throw new E(); }; let v:int = if(x; 1, 2)"
    ),
    ("switch (x) { case 1: a(); break; default: b(); }", "? x; ? 1; branch{; a(); }; branch{; b(); }"),
    ("if (o instanceof S s && s.t()) u(s);", "let s:S = o; ? ((o is S) && s.t()); then{; u(s); }"),
    ("a = b ? c : d ? e : f;", "? d; (a = if(b; c, e, f))"),
    ("x >>>= y >> 1; z = a < b;", "(x >>>= (y >> 1)); (z = (a < b))"),
    ("synchronized (this) { a(); } do { b(); } while (c);", "this; plain{; a(); }; loop{; plain{; b(); }; ? c; }"),
    ("A.this.b(); super.c(); a.new In();", "this.b(); super.c(); new In()"),
    ("var v = \"a\" + 1L + 0x1FL + 2.5d;", "let v = (((\"a\" + 1) + 0x1F) + 2.5)"),
    ("throw new E(\"x\");", "throw new E(\"x\")"),
    ("yield = 3; record.x(); sealed++;", "(yield = 3); record.x(); ++sealed"),
    ("assert a : \"b\"; l: while (true) { break l; }", "? a; \"b\"; ? true; loop{; }"),
    ("final class L { int q; } int[] a[], b;", "let a:int[][] = -; let b:int[] = -"),
  ]

  @Test("Each statement is read as what it means", arguments: statements)
  func statement(source: String, meaning: String) { #expect(body(source) == meaning) }

  private static let declarations: [(String, [String])] = [
    ("import static a.B.c; import d.*;", ["importing c:a.B.c", "importing *:d"]),
    (
      "class A { private static final String K = \"a\" + B, L = \"x\"; }",
      ["type A", " property K:String = (\"a\" + B)", " property L:String = \"x\""]
    ),
    (
      "@A(x = 1, y = {B.class}) public class C<T> extends D implements E, F<T> {}",
      ["type C < D,E,F<T> @A(x:1, y:[B::class])"]
    ),
    (
      "class A { static { a(); } { b(); } A(int x) throws E { super(x); } }",
      ["type A", " accessor static", " accessor init", " initializer init < E", "  parameter x:int"]
    ),
    (
      "class A { abstract <X> Map<X, Y> g(List<X> a, String... b); }",
      ["type A", " function g:Map<X,Y>", "  parameter a:List<X>", "  parameter b:String..."]
    ),
    (
      "enum E implements I { A(\"x\"), B { void g() {} }; final String k; }",
      ["type E < I", " enumCase A = \"x\"", " enumCase B", "  function g:void", " property k:String"]
    ),
    (
      "record P(int a, @N String b) implements Q { P { check(a); } }",
      [
        "type P < Q", " initializer init", "  parameter a:int", "  parameter b:String @N", " property a:int",
        " property b:String", " initializer init",
      ]
    ),
    (
      "sealed interface S permits T { String K = \"v\"; default void f() {} }",
      ["type S", " property K:String = \"v\"", " function f:void"]
    ),
    ("non-sealed class N {} @interface I { int v() default 1; }", ["type N", "type I", " function v:int = 1"]),
    (
      "class A { class B { void c() { new D(1) { int e; }; } } }",
      ["type A", " type B", "  function c:void", "   type  < D", "    property e:int"]
    ),
  ]

  @Test("Each declaration is read with its names, types and values", arguments: declarations)
  func declaration(source: String, lines: [String]) {
    let unit = JavaSource.unit(SourceText(path: "A.java", text: source), number: 0)
    #expect(!unit.regions.contains { $0.kind == .unreadable })
    #expect(SyntaxText.outline(unit) == lines)
  }

  @Test("Flags tell constants from variables")
  func flags() throws {
    let unit = JavaSource.unit(
      SourceText(path: "A.java", text: "class A { static final int X = 1; int y; } interface I { int Z = 2; }"),
      number: 0)
    let flags = unit.allDeclarations.filter { $0.kind == .property }.map {
      $0.flags.isSuperset(of: [.isStatic, .isConstant])
    }
    #expect(flags == [true, false, true])
  }

  @Test(
    "A broken part is reported, and what follows is read",
    arguments: [
      "class A { void broken(int ; void ok() { good(); } }", "class A { garbage ( ;\n void ok() { good(); } }",
      "class A { void f() { x = = 3; }\n void ok() { good(); } }",
      "class A { String s = \"open\n; void ok() { good(); } }",
    ])
  func broken(source: String) {
    let unit = JavaSource.unit(SourceText(path: "A.java", text: source), number: 0)
    #expect(unit.regions.contains { $0.kind == .unreadable })
    #expect(unit.calls("good").count == 1)
  }
}
