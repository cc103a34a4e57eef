#if os(Linux)
  import CursorOnTarget
  import LinuxLink
  import PeerMesh
  import UntrustedInput

  /// A node with its links and tasks on this machine, until it is told to end.
  struct MeshRun: Sendable {
    let node: MeshNode
    let neighbourhood: DatagramNeighbourhood?
    let listener: StreamListener?
    let dialled: [SocketAddress]
    let numbers: LinkNumbers
    let lines: MeshLines
    /// Told every five seconds; nil: nothing is.
    var position: (@Sendable () -> CoTEvent?)?
    /// Nobody else changes the mission's folder as long as this is there; nil: there is none.
    var lock: MissionLock?
    /// Hears everything before it is printed.
    var hear: (@Sendable (MeshEffect) async -> Void)?

    /// - Parameters:
    ///   - texts: said at once; who comes later within their lifetime hears them, too.
    ///   - expected: ends after so many messages.
    ///   - seconds: ends then; nil: at one of the signals.
    /// - Returns: how many messages came.
    func run(saying texts: [String], expecting expected: Int?, seconds: Int?, until signals: AsyncStream<Void>)
      async throws
      -> Int
    {
      let (heard, sink) = AsyncStream.makeStream(of: Int.self)
      let tasks =
        [
          Task { await node.run { try await Task.sleep(for: .milliseconds($0)) } },
          Task { [neighbourhood, node] in
            guard let neighbourhood else { return }
            for await link in neighbourhood.links { await node.attach(link) }
          },
          Task { [listener, node] in
            guard let listener else { return }
            for await link in listener.links { await node.attach(link) }
          },
          Task { await keepAnnouncing() },
          Task { [node, lines, hear] in
            var count = 0
            for await effect in node.events {
              await hear?(effect)
              guard lines.say(effect) else { continue }
              count += 1
              sink.yield(count)
            }
          },
          Task { [node, position] in
            while let position, !Task.isCancelled {
              if let event = position(), let bytes = try? CoTWriter().bytes(event) {
                try? await node.send(bytes, as: .event)
              }
              try? await Task.sleep(for: .seconds(5))
            }
          },
          Task {
            for await _ in signals { break }
            sink.finish()
          },
          Task {
            guard let seconds else { return }
            try? await Task.sleep(for: .seconds(seconds))
            sink.finish()
          },
        ] + dialled.map { address in Task { await keepDialling(address) } }
      defer {
        for task in tasks { task.cancel() }
        withExtendedLifetime(lock) {}
      }
      for text in texts { try await node.send(Array(text.utf8), as: .chat) }
      var messages = 0
      for await count in heard {
        messages = count
        if let expected, count >= expected {
          // What waits to be passed on may still go.
          try? await Task.sleep(for: .milliseconds(500))
          break
        }
      }
      neighbourhood?.close()
      listener?.close()
      lines.say(await node.counters)
      return messages
    }

    /// Every two seconds; says once why nobody can hear it.
    private func keepAnnouncing() async {
      var refused: LinkSocketError?
      while let neighbourhood, !Task.isCancelled {
        do throws(LinkSocketError) {
          try neighbourhood.announce()
          refused = nil
        } catch {
          if error != refused { lines.say("notice", "\(error)", [("text", .string("\(error)"))]) }
          refused = error
        }
        try? await Task.sleep(for: .seconds(2))
      }
    }

    /// Connects, and again when the connection ends, with growing pauses.
    private func keepDialling(_ address: SocketAddress) async {
      var pause = 1
      while !Task.isCancelled {
        do throws(LinkSocketError) {
          let link = try await StreamLink.connect(to: address, id: numbers.next())
          await node.attach(link)
          while !link.isClosed, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(500)) }
          pause = 1
        } catch {
          lines.say("notice", "\(address): \(error)", [("text", .string("\(address): \(error)"))])
        }
        try? await Task.sleep(for: .seconds(pause))
        pause = min(pause * 2, 30)
      }
    }
  }
#endif
