#if Server
  import TrustWire
  import UntrustedInput

  /// A person's own sessions: GET lists them, POST ends one (`session`), all (`all=true`) or all but this one
  /// (`others=true`).
  extension TrustDesk {
    // O.Auth_14#61
    func sessionList(_ request: TrustRequest) async throws(Refusal) -> JSONNode {
      let person = try await person(request, route: .sessions)
      if request.method == "GET" {
        return ["sessions": JSONNode(.array(try await sessions.sessions(of: person.subject).map { node($0, person) }))]
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
      return ["ended": .integer(Int64(ended.count))]
    }

    private func end(_ form: FormBody, _ person: AccessToken) async throws(Refusal) -> [String] {
      switch (form["session"], form["all"], form["others"]) {
      case (nil, "true", nil): return try await sessions.endAll(account: person.subject, except: nil)
      case (nil, nil, "true"): return try await sessions.endAll(account: person.subject, except: person.session)
      case (let id?, nil, nil):
        // Another person's session is as unknown as one that never was.
        guard try await sessions.sessions(of: person.subject).contains(where: { $0.id == id }) else {
          return []
        }
        return try await sessions.end(session: id, because: .loggedOut)
      default: throw .malformed("one of session, all=true and others=true is needed")
      }
    }

    private func node(_ session: SessionSummary, _ person: AccessToken) -> JSONNode {
      [
        "session": .string(session.id), "device": .string(String(session.device.prefix(8))),
        "started_at": .integer(session.startedAt), "last_used_at": .integer(session.lastUsedAt),
        "expires_at": .integer(session.expiresAt), "current": JSONNode(.bool(session.id == person.session)),
      ]
    }
  }
#endif
