#if os(Linux)
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

    /// - Parameters:
    ///   - texts: said at once; who comes later within their lifetime hears them, too.
    ///   - expected: ends after so many messages.
    ///   - seconds: ends then; nil: at SIGINT or SIGTERM.
    /// - Returns: how many messages came.
    func run(saying texts: [String], expecting expected: Int?, seconds: Int?, until end: Interruption) async throws
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
          Task { [neighbourhood] in
            while let neighbourhood, !Task.isCancelled {
              neighbourhood.announce()
              try? await Task.sleep(for: .seconds(2))
            }
          },
          Task { [node, lines] in
            var count = 0
            for await effect in node.events where lines.say(effect) {
              count += 1
              sink.yield(count)
            }
          },
          Task { [signals = end.signals] in
            for await _ in signals { break }
            sink.finish()
          },
          Task {
            guard let seconds else { return }
            try? await Task.sleep(for: .seconds(seconds))
            sink.finish()
          },
        ] + dialled.map { address in Task { await keepDialling(address) } }
      defer { withExtendedLifetime(end) { for task in tasks { task.cancel() } } }
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
