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
      RuleExample(
        "dates and a helper, which refuse no stranger", path: "A.kt", lines: [2],
        """
        class Lax : X509TrustManager by base {
          override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) {
            if (chain.isEmpty()) throw CertificateException("empty")
            chain[0].checkValidity()
            accept(chain)
          }
          private fun accept(chain: Array<X509Certificate>) { Log.d("A", "n ${chain.size}") }
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
        "one that asks, as an expression, and a second one when the first refuses", path: "A.kt",
        """
        class Strict(val real: X509TrustManager, val own: X509TrustManager) : X509TrustManager by real {
          override fun checkServerTrusted(c: Array<X509Certificate>, t: String) = real.checkServerTrusted(c, t)
        }
        class Both(val real: X509TrustManager, val own: X509TrustManager) : X509TrustManager by real {
          override fun checkServerTrusted(c: Array<X509Certificate>, t: String) {
            try { real.checkServerTrusted(c, t) } catch (e: CertificateException) { own.checkServerTrusted(c, t) }
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
    let refusal = TrustRefusal(project: project)
    for function in code.functions("checkServerTrusted", parameters: 2) where function.hasBody {
      guard let type = function.parent, type.kind == .type,
        type.supertypes.contains(where: {
          !project.lineage(of: project.resolvedTypeName($0)).filter(Self.managers.contains).isEmpty
        })
      else { continue }
      if !refusal.refuses(function) {
        record.flaw(manual, at: function, .error, "Every certificate is accepted.")
      }
    }
  }
}
