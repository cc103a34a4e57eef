/// Trust managers that accept every certificate.
struct TrustEverything: Rule {
  private static let managers: Set<String> = ["X509TrustManager", "X509ExtendedTrustManager"]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "trust-everything", "The server's certificate is checked",
    reason: "A trust manager that throws nothing lets everyone on the network pose as the server.",
    fix: "Remove it: the platform checks. For an authority of your own use a network security configuration.",
    ids: ["O.Ntwk_5", "O.Ntwk_3", "O.Resi_6", "MASVS-NETWORK-1", "MASWE-0052", "MASTG-TEST-0282", "CWE-295"],
    violating: [
      RuleExample(
        "an anonymous object", path: "A.kt", lines: [2],
        """
        val all = object : X509TrustManager {
          override fun checkServerTrusted(chain: Array<out X509Certificate>?, type: String?) {}
          override fun checkClientTrusted(chain: Array<out X509Certificate>?, type: String?) {}
          override fun getAcceptedIssuers(): Array<X509Certificate> = arrayOf()
        }
        """),
      RuleExample(
        "a class that swallows the refusal", path: "A.java", lines: [3],
        """
        class Lax implements X509TrustManager {
          X509TrustManager real;
          public void checkServerTrusted(X509Certificate[] chain, String type) {
            try { real.checkServerTrusted(chain, type); } catch (CertificateException e) { Log.w("A", "x"); }
          }
        }
        """),
      RuleExample(
        "a look that refuses nothing", path: "A.java", lines: [2],
        """
        class Lax implements X509TrustManager {
          public void checkServerTrusted(X509Certificate[] chain, String type) {
            if (chain == null || chain.length == 0) { return; }
          }
        }
        """),
    ],
    conforming: [
      RuleExample(
        "one that asks", path: "A.kt",
        """
        class Strict(val real: X509TrustManager) : X509TrustManager {
          override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) {
            real.checkServerTrusted(chain, type)
          }
        }
        """),
      RuleExample(
        "one that throws", path: "A.java",
        """
        class Strict implements X509TrustManager {
          public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            if (!known(chain[0])) throw new CertificateException();
          }
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for function in code.functions("checkServerTrusted", parameters: 2) where function.hasBody {
      guard let type = function.parent, type.kind == .type,
        type.supertypes.contains(where: {
          !project.lineage(of: project.resolvedTypeName($0)).filter(Self.managers.contains).isEmpty
        })
      else { continue }
      if code.doesNothing(function) || onlyLeaves(function, unit) || swallows(function, unit)
        || silences(function, unit)
      {
        record.flaw(manual, at: function, .error, "Every certificate is accepted.")
      }
    }
  }

  /// Looks at the chain, but whatever it finds it only returns: nothing is thrown and nothing is asked that could.
  private func onlyLeaves(_ function: Declaration, _ unit: SourceUnit) -> Bool {
    let own = Set(function.parameters.map(\.name))
    return !function.steps.isEmpty
      && function.steps.allSatisfy { step in
        switch step.kind {
        case .open, .close: return step.block != .handler
        case .yield: return !step.value.isPresent
        case .condition:
          guard let asked = unit.expression(step.value)?.unwrapped else { return false }
          return asksForNothing(asked, of: own)
        default: return false
        }
      }
  }

  /// `chain == null`, `chain.isEmpty()`, `chain.length == 0`
  private func asksForNothing(_ asked: Expression, of names: Set<String>) -> Bool {
    var waiting = [asked]
    for _ in 0..<32 {
      guard let next = waiting.popLast()?.unwrapped else { return true }
      switch next.kind {
      case .name: guard names.contains(next.name) else { return false }
      case .null, .number, .boolean: break
      case .member where ["length", "size"].contains(next.name): waiting += [next.first].compactMap { $0 }
      case .call where ["isEmpty", "isNullOrEmpty", "isNotEmpty"].contains(next.calledName):
        waiting += [next.receiver].compactMap { $0 }
      case .binary, .unary: waiting += next.children
      default: return false
      }
    }
    return false
  }

  /// `runCatching { … }` whose result nobody looks at.
  private func silences(_ function: Declaration, _ unit: SourceUnit) -> Bool {
    let steps = function.steps.filter { $0.kind != .open && $0.kind != .close }
    return !steps.isEmpty
      && steps.allSatisfy { step in
        guard step.kind == .evaluate || step.kind == .yield, let call = unit.expression(step.value) else {
          return false
        }
        return call.kind == .call && call.calledName == "runCatching"
      }
  }

  /// Asks another trust manager, and goes on whatever that says.
  private func swallows(_ function: Declaration, _ unit: SourceUnit) -> Bool {
    let steps = Array(function.steps)
    guard let handler = steps.firstIndex(where: { $0.kind == .open && $0.block == .handler }) else { return false }
    var depth = 0
    for step in steps[handler...] {
      switch step.kind {
      case .open: depth += 1
      case .close:
        depth -= 1
        if depth == 0 { return !steps[..<handler].contains { $0.kind == .condition } }
      case .raise, .condition: return false
      default: break
      }
    }
    return true
  }
}
