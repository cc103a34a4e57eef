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
    violating: HostnameUnchecked.violating, conforming: HostnameUnchecked.conforming)

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for function in code.functions("verify", parameters: 2) {
      guard function.parent?.supertypes.contains(where: { project.resolvedTypeName($0) == "HostnameVerifier" }) == true
      else { continue }
      if let message = complaint(about: function, code) { record.flaw(manual, at: function, .error, message) }
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
  private static let partMessage = "A part of the host name is enough, and the certificate is not looked at."

  private func complaint(about function: Declaration, _ code: AndroidCode) -> String? {
    let answer = HostnameAnswer(project: code.project)
    if answer.isAlwaysYes(function) { return Self.message }
    if answer.yieldsToSwitch(function) { return "A switch lets every host name pass." }
    return answer.comparesPart(function) ? Self.partMessage : nil
  }

  private func report(_ value: Expression?, _ place: Expression, _ code: AndroidCode, _ record: inout AuditRecord) {
    guard let value else { return }
    for passed in code.project.origins(of: value).passed {
      if passed.kind == .closure, let closure = passed.declaration, closure.unit === code.unit,
        let message = complaint(about: closure, code)
      {
        record.flaw(manual, at: passed.unit === place.unit ? passed : place, .error, message)
      }
      // `::anyHost`, `Hosts::any`
      guard passed.kind == .reference else { continue }
      let functions = code.project.functions(passed.name).filter { $0.parameters.count == 2 }
      if let message = functions.lazy.compactMap({ complaint(about: $0, code) }).first {
        record.flaw(manual, on: place, .error, message)
      }
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
    let compared = SocketNameCheck(project: project).compared(sockets, in: unit)
    for socket in sockets {
      if compared.contains(socket) {
        record.control("the host name of a TLS socket is compared", manual, at: socket)
      } else if socket.owner.enclosingType?.supertypes.contains(where: { $0.hasPrefix("SSLSocketFactory") }) != true {
        record.flaw(manual, on: socket, .error, "The name of this server is never compared with its certificate.")
      }
    }
  }
}
