import Foundation
import SourceAudit
import Testing

/// Sources that were made, or broken, so that a reader fails on them.
@Suite struct HostileSourceTests {
  private static let kotlin = """
    package a; import b.C as D
    @A("x") class S(val c: Context? = null) : B(c), I by c {
      companion object { const val K = "to" + "ken" }
      private val p by lazy { c?.getSharedPreferences("p", 0) }
      var x: Int = 3
        get() = field + 1
      fun <T> List<T>.go(a: (Int) -> Unit = {}, vararg b: String): Map<String, T?>? where T : Any {
        with(p!!.edit()) { putString(K, "v$a${x.y("z")}"); apply() }
        val (m, n) = if (a is Int) m1 else when (x) { 1, in 2..3 -> "a"; is T -> b else -> throw E() }
        try { for ((k, v) in m) { k[v] += 1 } } catch (e: E) { return@go null } finally { c() }
        val o = object : T { override fun t() {} }; x?.let { q, (r, s) -> r } ?: `in`.f<A>(x) shl 2
        return \"\"\"raw "$x" ${y}\"\"\" as? String
      }
    }
    """
  private static let java = """
    package a; import static b.C.d;
    @A(x = 1) public class S<T extends B> extends C implements D {
      static final byte[] IV = {1, (byte) 0xff}; static { i(); }
      S(final int... a) throws E { super(a); }
      <X> Map<X, List<? super Y>> go(T t[]) {
        Map<String, int[]> m = new HashMap<>() {{ put("a", null); }};
        for (int i = 0; i < 9 && m.x >>> 2 > 1; i++) t[i] += (int) -i;
        try (R r = o()) { s.map(S::f).g((a, b) -> { return a; }); } catch (A | B e) { throw e; } finally { c(); }
        int v = switch (t) { case A a -> 1; case 2, 3: yield 4; default -> { yield x ? y : z; } };
        if (o instanceof S s) { \"\"\"
          text "block" \\
          \"\"\".f(); } else do { l: while (true) break l; } while (false);
        return null;
      }
      record P(int a) { P { } } enum E { A("x") { }, B; } @interface N { int v() default 1; }
    }
    """

  private static func read(_ path: String, _ text: String) -> SourceUnit {
    let source = SourceText(path: path, text: text)
    return path.hasSuffix("kt") ? KotlinSource.unit(source, number: 0) : JavaSource.unit(source, number: 0)
  }

  /// What lies outside the text or ends before it begins; empty for a sound unit.
  private static func faults(_ unit: SourceUnit) -> [String] {
    let length = unit.text.text.utf8.count
    return unit.regions.filter { $0.start > $0.end || Int($0.end) > length }.map { "region \($0)" }
      + unit.expressions.filter { Int($0.offset) > length }.map { "expression \($0.kind)" }
      + unit.declarations.filter { $0.offset > $0.end || Int($0.end) > length }.map { "declaration \($0)" }
  }

  @Test("The samples themselves are read whole", arguments: [("A.kt", kotlin), ("A.java", java)])
  func samples(path: String, text: String) {
    #expect(!Self.read(path, text).regions.contains { $0.kind == .unreadable })
  }

  @Test(
    "A beginning of a file is read to its end, wherever it is cut", arguments: [("A.kt", kotlin), ("A.java", java)])
  func prefixes(path: String, text: String) {
    let bytes = Array(text.utf8)
    for count in stride(from: 0, to: bytes.count, by: 5) {
      #expect(Self.faults(Self.read(path, String(decoding: bytes[..<count], as: UTF8.self))) == [])
    }
  }

  @Test(
    "A file with bytes removed, added, doubled is read to its end", arguments: [("A.kt", kotlin), ("A.java", java)])
  func mutations(path: String, text: String) {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(max(1, bound)))
    }
    let bytes = Array(text.utf8)
    let signs = Array("(){}[]<>\"'`$@.,;:?!-=+*/\\\n#".utf8)
    for _ in 0..<80 {
      var changed = bytes
      for _ in 0...next(5) {
        let start = next(changed.count)
        let range = start..<min(changed.count, start + next(40))
        switch next(4) {
        case 0: changed.insert(signs[next(signs.count)], at: start)
        case 1: changed.removeSubrange(range)
        case 2: changed.insert(contentsOf: changed[range], at: next(changed.count))
        default: changed.removeSubrange(start..<min(changed.count, start + 1))
        }
      }
      #expect(Self.faults(Self.read(path, String(decoding: changed, as: UTF8.self))) == [])
    }
  }

  private static let pieces = [
    "(", "[", "{", "f(", "{ a -> ", "\"${", "if (x) ", "if (x) { ", "when (x) { a -> ", "class A { fun f() { ",
    "object : A { ", "!", "a.", "a ?: ", "a<", "a ? b : ", "x -> ", "(int) ", "new A() { ", "switch (x) { case A -> ",
    "return ", "a = ", ")(", "}{", "/*", "import a.", "a b ", "@A(", "abstract\n", "else if (x) a\n", "a + ", "() -> ",
    "class A { void f() { g(",
  ]

  @Test(
    "Ten thousand levels are reported and passed over, on the stack of an ordinary thread",
    arguments: ["A.kt", "A.java"])
  func depth(path: String) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      for piece in Self.pieces {
        let unit = Self.read(path, String(repeating: piece, count: 2_000))
        #expect(Self.faults(unit) == [], "\(piece)")
      }
      let deep = Self.read(path, "class A { void f() { x" + String(repeating: "(", count: 10_000) + ") ; } }")
      #expect(deep.regions.contains { $0.kind == .unreadable })
      done.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    #expect(done.wait(timeout: .now() + 60) == .success)
  }

  @Test("What follows a part that is nested too deeply is read", arguments: ["A.kt", "A.java"])
  func afterDepth(path: String) {
    let deep = String(repeating: "(", count: 5_000) + "1" + String(repeating: ")", count: 5_000)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let unit = Self.read(path, "class A { void a() { x = \(deep); }\n void b() { good(); } }")
      #expect(unit.calls("good").count == 1)
      done.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    #expect(done.wait(timeout: .now() + 60) == .success)
  }
}
