/// Host names that are not compared with the certificate.
struct HostnameUnchecked: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "hostname-unchecked", "The host name is compared with the certificate",
    reason: "Any certificate that anyone owns for any name is then good enough to pose as the server.",
    fix: "Leave the verifier at its default; on a bare SSLSocket set the endpoint identification algorithm to HTTPS or "
      + "call HttpsURLConnection.getDefaultHostnameVerifier().verify.",
    ids: [
      "O.Ntwk_5", "MASVS-NETWORK-1", "MASWE-0052", "MASTG-TEST-0234", "MASTG-TEST-0283", "CWE-297", "CWE-295",
    ],
    violating: [
      RuleExample(
        "a closure", path: "A.kt", lines: [1],
        "fun f(c: HttpsURLConnection) { c.hostnameVerifier = HostnameVerifier { _, _ -> true } }"),
      RuleExample(
        "a class", path: "A.java", lines: [2],
        """
        class Lax implements HostnameVerifier {
          public boolean verify(String host, SSLSession s) { Log.d("a", host); return true; }
        }
        """),
      RuleExample(
        "a builder", path: "A.java", lines: [1],
        "class A { Object c = new Builder().hostnameVerifier((h, s) -> true).build(); }"),
      RuleExample(
        "the library's own", path: "A.java", lines: [1],
        "class A { Object v = SSLSocketFactory.ALLOW_ALL_HOSTNAME_VERIFIER; }"),
      RuleExample(
        "a socket", path: "A.kt", lines: [2],
        """
        fun f(context: SSLContext, host: String) {
          val s = SSLSocketFactory.getDefault().createSocket(host, 443) as SSLSocket
          s.startHandshake()
        }
        """),
      RuleExample(
        "a socket, and a signature that is verified", path: "A.kt", lines: [2],
        """
        fun f(context: SSLContext, host: String, signature: Signature, bytes: ByteArray) {
          val s = SSLSocketFactory.getDefault().createSocket(host, 443) as SSLSocket
          if (!signature.verify(bytes)) throw SSLException("x")
        }
        """),
    ],
    conforming: [
      RuleExample(
        "compared", path: "A.kt",
        #"val v = HostnameVerifier { host, session -> host == "api.sleep.app" && inner.verify(host, session) }"#),
      RuleExample(
        "a socket that is checked", path: "A.kt",
        """
        fun f(host: String) {
          val s = SSLSocketFactory.getDefault().createSocket(host, 443) as SSLSocket
          s.startHandshake()
          if (!HttpsURLConnection.getDefaultHostnameVerifier().verify(host, s.session)) throw SSLException("x")
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for function in code.functions("verify", parameters: 2) {
      guard function.parent?.supertypes.contains(where: { project.resolvedTypeName($0) == "HostnameVerifier" }) == true
      else { continue }
      if saysYes(function, code) { record.flaw(manual, at: function, .error, Self.message) }
    }
    for call in unit.calls("HostnameVerifier", "hostnameVerifier", "setHostnameVerifier", "setDefaultHostnameVerifier")
    {
      report(call.arguments.last?.value, call, code, &record)
    }
    for write in code.writes("hostnameVerifier") + code.writes("defaultHostnameVerifier") {
      report(write.value, write.place, code, &record)
    }
    for local in unit.allDeclarations where local.typeName == "HostnameVerifier" {
      if let value = local.value, value.kind == .closure { report(value, value, code, &record) }
    }
    for mention in unit.mentions("ALLOW_ALL_HOSTNAME_VERIFIER", "AllowAllHostnameVerifier", "NoopHostnameVerifier")
    where mention.kind != .reference && (mention.parent?.kind != .call || mention.parent?.calleeID == mention.id) {
      record.flaw(manual, on: mention, .error, Self.message)
    }
    judgeSockets(unit, project, &record)
  }

  private static let message = "Every host name is accepted."

  private func report(_ value: Expression?, _ place: Expression, _ code: AndroidCode, _ record: inout AuditRecord) {
    guard let value else { return }
    for passed in code.project.origins(of: value).passed {
      if passed.kind == .closure, let closure = passed.declaration, closure.unit === code.unit, saysYes(closure, code) {
        record.flaw(manual, at: passed.unit === place.unit ? passed : place, .error, Self.message)
      }
      // `::anyHost`, `Hosts::any`
      if passed.kind == .reference,
        code.project.functions(passed.name).contains(where: { $0.parameters.count == 2 && saysYes($0, code) })
      {
        record.flaw(manual, on: place, .error, Self.message)
      }
    }
  }

  private func saysYes(_ function: Declaration, _ code: AndroidCode) -> Bool {
    let results = function.steps.filter { $0.kind == .yield }.compactMap { function.unit.expression($0.value) }
    return !results.isEmpty && results.allSatisfy { code.project.texts(of: $0) == ["true"] || isNullCheck($0) }
      && !function.steps.contains { $0.kind == .condition || $0.kind == .raise }
  }

  /// `host != null` is true of every host.
  private func isNullCheck(_ result: Expression) -> Bool {
    result.kind == .binary && result.name == "!=" && result.children.contains { $0.kind == .null }
  }

  /// `verifier.verify(host, session)`, whose answer is used: a signature or a document is verified, too.
  private func isComparison(_ call: Expression, _ project: Project) -> Bool {
    guard project.isUsed(call) else { return false }
    var outer = call.parent
    while let here = outer {
      if ["d", "i", "v", "w", "e", "println", "print", "log"].contains(here.calledName) { return false }
      outer = here.parent
    }
    let types = call.arguments.compactMap { project.type(of: $0.value) }
    if types.contains("SSLSession") { return true }
    if let receiver = call.receiver {
      if project.type(of: receiver).map({ project.lineage(of: $0).contains("HostnameVerifier") }) == true {
        return true
      }
      let words = project.origins(of: receiver).names
      if words.contains(where: { $0.lowercased().hasSuffix("hostnameverifier") }) { return true }
    }
    return call.arguments.contains { argument in
      let last = argument.value.unwrapped
      return ["session", "getSession", "handshakeSession", "getHandshakeSession"].contains(
        last.kind == .call ? last.calledName : last.kind == .member ? last.name : "")
    }
  }

  /// A bare TLS socket checks the chain, but no name.
  private func judgeSockets(_ unit: SourceUnit, _ project: Project, _ record: inout AuditRecord) {
    let sockets = unit.calls("createSocket").filter { call in
      guard let receiver = call.receiver else { return false }
      if project.type(of: receiver) == "SSLSocketFactory" { return true }
      let passed = project.origins(of: receiver, reach: .influence).passed
      return passed.contains {
        ["SSLSocketFactory", "SSLContext", "socketFactory", "getSocketFactory"].contains(
          $0.kind == .call ? $0.calledName : $0.name)
      }
    }
    guard !sockets.isEmpty else { return }
    let isChecked =
      !unit.mentions("endpointIdentificationAlgorithm", "setEndpointIdentificationAlgorithm").isEmpty
      || unit.calls("verify").contains { isComparison($0, project) }
    for socket in sockets {
      if isChecked {
        record.control("the host name of a TLS socket is compared", manual, at: socket)
      } else if socket.owner.enclosingType?.supertypes.contains(where: { $0.hasPrefix("SSLSocketFactory") }) != true {
        record.flaw(manual, on: socket, .error, "The name of this server is never compared with its certificate.")
      }
    }
  }
}
