#if os(Linux) && LinuxClient
  import CursorOnTarget
  import PeerMesh
  import Synchronization
  import TakGateway
  import UntrustedInput

  /// A node of a mesh and a connection to a server, with the bridge's judgement between them.
  struct TakBridge: Sendable {
    let bridge: MeshBridge
    let link: TakLink
    let mesh: MeshRun
    /// Of this device, in both worlds.
    let uid: CoTLine

    private final class Refused: Sendable {
      let error = Mutex<GatewayError?>(nil)
    }

    /// - Returns: why trying again would change nothing; nil when the time was over or a person ended it.
    func run(seconds: Int?, until signals: AsyncStream<Void>) async throws -> GatewayError? {
      let refused = Refused()
      var mesh = mesh
      mesh.hear = { if case .deliver(let message) = $0 { await pass(message) } }
      let (run, link) = (mesh, link)
      defer { withExtendedLifetime(run.lock) {} }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = try await run.run(saying: [], expecting: nil, seconds: seconds, until: signals) }
        group.addTask {
          do throws(GatewayError) { try await link.connection.run() } catch {
            refused.error.withLock { $0 = error }
          }
        }
        group.addTask {
          for await notice in link.connection.notices { await pass(notice) }
          // The other two end this.
          try? await Task.sleep(for: .seconds(1 << 30))
        }
        group.addTask {
          // Our own position needs no judgement.
          while let position = run.position, !Task.isCancelled {
            do throws(GatewayError) {
              if let event = position() { try await link.connection.send(event) }
            } catch { run.lines.say("notice", "our position: \(error)", [("text", .string("our position: \(error)"))]) }
            try? await Task.sleep(for: .seconds(5))
          }
          try? await Task.sleep(for: .seconds(1 << 30))
        }
        defer { group.cancelAll() }
        try await group.next()
      }
      return refused.error.withLock { $0 }
    }

    private func pass(_ message: MeshMessage) async {
      do throws(BridgeKeep) {
        let passing = try await bridge.toServer(message, now: SystemTime.now)
        await send(passing.event)
      } catch {
        mesh.lines.say("kept", "from the mesh: \(error)", [("from", .string("mesh")), ("reason", .string("\(error)"))])
      }
      await tellDisputes()
    }

    private func tellDisputes() async {
      for uid in await bridge.takeDisputedUIDs() {
        mesh.lines.say(
          "disputed", "\(uid) is on the server as well: another bridge's, or one of the two takes the other's name",
          [("uid", .string(uid.description))])
      }
    }

    /// Says that the event went to the server only when it did.
    private func send(_ event: CoTEvent) async {
      do throws(GatewayError) {
        switch try await link.connection.send(event) {
        case .sent: say("toServer", event)
        case .queued: say("queued", event)
        case .dropped: say("dropped", event)
        }
      } catch {
        mesh.lines.say(
          "dropped", "\(TakLines.line(event)): \(error)",
          [("passed", TakLines.node(event)), ("reason", .string("\(error)"))])
      }
    }

    private func pass(_ notice: TakNotice) async {
      switch notice {
      case .connected:
        await link.remember()
        mesh.lines.say("connected", "the server answered")
      case .version(let version):
        mesh.lines.say("version", TakLines.words(version: version), [("version", .integer(Int64(version)))])
      case .event(let event):
        await passToMesh(event)
        await tellDisputes()
      // Our own position comes again in five seconds.
      case .sent(let event): if event.uid != uid { say("toServer", event) }
      case .unsent(let event): if event.uid != uid { say("dropped", event) }
      case .dropped(let error):
        mesh.lines.say(
          "kept", "from the server: \(error)", [("from", .string("server")), ("reason", .string("\(error)"))])
      case .disconnected(let error):
        mesh.lines.say("disconnected", "\(error)", [("reason", .string("\(error)"))])
      default: break
      }
    }

    private func passToMesh(_ event: CoTEvent) async {
      do throws(BridgeKeep) {
        let (kind, body) = try await bridge.toMesh(event, now: SystemTime.now)
        do throws(MeshError) { try await mesh.node.send(body, as: kind) } catch {
          mesh.lines.say("notice", "\(error)", [("text", .string("\(error)"))])
          return
        }
        say("toMesh", event)
      } catch {
        mesh.lines.say(
          "kept", "from the server: \(error)", [("from", .string("server")), ("reason", .string("\(error)"))])
      }
    }

    private func say(_ event: String, _ passed: CoTEvent) {
      mesh.lines.say(event, TakLines.line(passed), [("passed", TakLines.node(passed))])
    }
  }
#endif
