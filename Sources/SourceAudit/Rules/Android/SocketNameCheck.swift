/// Where code has the host name of a TLS socket compared with the certificate, and for which socket.
///
/// A check whose socket cannot be told counts for the sockets of its function, or for all of the file when its function
/// makes none: no finding rests on a guess.
struct SocketNameCheck {
  private struct Check {
    let place: Expression
    /// What the socket is looked for behind.
    let subjects: [Expression]
  }

  let project: Project

  /// Those of the calls that make a socket whose name is compared.
  func compared(_ sockets: [Expression], in unit: SourceUnit) -> Set<Expression> {
    var found: Set<Expression> = []
    for one in units(around: sockets, unit) {
      for check in checks(in: one) {
        let behind = check.subjects.map { project.origins(of: $0, reach: .influence) }
        let makers = Set(behind.flatMap(\.passed).filter { $0.calledName == "createSocket" })
        if behind.contains(where: \.isCut) {
          found.formUnion(sockets)
        } else if !makers.isEmpty {
          found.formUnion(makers.intersection(sockets))
        } else if one === unit {
          let function = check.place.owner.enclosingFunction
          let near = sockets.filter { $0.owner.enclosingFunction == function }
          found.formUnion(near.isEmpty ? sockets : near)
        }
      }
    }
    return found
  }

  /// The file, those of the functions that the makers of the sockets call, and those of their callers.
  private func units(around sockets: [Expression], _ unit: SourceUnit) -> [SourceUnit] {
    var found = [unit]
    for function in Set(sockets.compactMap(\.owner.enclosingFunction)) {
      let others =
        project.reachable(from: function, levels: 1).map(\.unit) + project.callers(of: function).map(\.unit)
      for other in others where !found.contains(where: { $0 === other }) { found.append(other) }
    }
    return found
  }

  private func checks(in unit: SourceUnit) -> [Check] {
    let code = AndroidCode(unit: unit, project: project)
    let set = code.writes("endpointIdentificationAlgorithm").filter { namesAlgorithm($0.value) }.map { write in
      let parameters = write.receiver
      let given = parameters.map { sockets(given: $0, code) } ?? []
      return Check(
        place: write.place,
        subjects: [parameters].compactMap { $0 } + project.implicitReceivers(of: write.place.owner) + given)
    }
    let asked = unit.calls("verify").filter(isComparison).map { call in
      Check(place: call, subjects: call.arguments.map(\.value) + receivers(around: call))
    }
    return set + asked
  }

  /// `HTTPS` and what is not known here; not `null` and not nothing.
  private func namesAlgorithm(_ value: Expression) -> Bool {
    let texts = project.texts(of: value)
    guard texts.isEmpty else { return texts.contains { ["HTTPS", "LDAPS"].contains($0.uppercased()) } }
    let leaves = project.origins(of: value).leaves
    return leaves.isEmpty || !leaves.allSatisfy { $0.unwrapped.kind == .null }
  }

  /// What gets these parameters: `socket` of `socket.sslParameters = p`.
  private func sockets(given parameters: Expression, _ code: AndroidCode) -> [Expression] {
    let own = Set(project.origins(of: parameters).passed)
    let names = Set(own.flatMap { project.declarations(of: $0) })
    let calls = code.unit.calls("setSSLParameters").compactMap { call in
      call.argument(at: 0).map { (value: $0, receiver: code.receiver(of: call)) }
    }
    let writes = code.writes("sslParameters").map { (value: $0.value, receiver: $0.receiver) }
    return (calls + writes).compactMap { write in
      let passed = project.origins(of: write.value).passed
      let isSame = passed.contains { part in
        own.contains(part) || !names.isDisjoint(with: project.declarations(of: part))
      }
      return isSame ? write.receiver : nil
    }
  }

  /// What the closures and objects around a place are handed to: `socket.addHandshakeCompletedListener { … }`.
  private func receivers(around place: Expression) -> [Expression] {
    ([place.owner] + place.owner.enclosing).compactMap { project.closureExpression($0)?.parent?.receiver }
  }

  /// `verifier.verify(host, session)`, whose answer is used: a signature or a document is verified, too.
  private func isComparison(_ call: Expression) -> Bool {
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
    // `val session = socket.session`, too.
    return call.arguments.flatMap { project.origins(of: $0.value).passed }.contains { part in
      let last = part.unwrapped
      return ["session", "getSession", "handshakeSession", "getHandshakeSession"].contains(
        last.kind == .call ? last.calledName : last.kind == .member ? last.name : "")
    }
  }
}
