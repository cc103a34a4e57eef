#if Server
  import TrustWire
  import UntrustedInput

  /// A person's own sessions: GET lists them, POST ends one (`session`), all (`all=true`) or all but this one
  /// (`others=true`).
  extension TrustDesk {
    // O.Auth_14#61
    func sessionList(_ request: TrustRequest) async throws(Refusal) -> TrustAnswer {
      let person = try await person(request, route: .sessions)
      if request.method == "GET" {
        return TrustAnswer(
          body: SessionList(try await sessions.sessions(of: person.subject).map { entry($0, person) }).bytes)
      }
      let form = try form(request)
      let ended: [String]
      do throws(Refusal) { ended = try await end(form, person) } catch {
        forgetEnded(by: error)
        throw error
      }
      live.forget(ended)
      if !ended.isEmpty {
        report(.sessionRevoked, device: person.device, "\(ended.count) sessions were ended by their owner")
      }
      return TrustAnswer(["ended": .integer(Int64(ended.count))])
    }

    private func end(_ form: FormBody, _ person: AccessToken) async throws(Refusal) -> [String] {
      switch SessionChoice(form) {
      case .all: return try await sessions.endAll(account: person.subject, except: nil)
      case .others: return try await sessions.endAll(account: person.subject, except: person.session)
      case .one(let id): return try await sessions.end(session: id, of: person.subject)
      case nil: throw .malformed("one of session, all=true and others=true is needed")
      }
    }

    private func entry(_ session: SessionSummary, _ person: AccessToken) -> SessionList.Entry {
      SessionList.Entry(
        id: session.id, device: String(session.device.prefix(8)), startedAt: session.startedAt,
        lastUsedAt: session.lastUsedAt, expiresAt: session.expiresAt, isCurrent: session.id == person.session)
    }
  }
#endif
