public import PeerMesh

/// What every `Link` promises, as runnable claims about a connected pair. Needs no test framework.
///
/// Links may lose, double and reorder, so the claims send again until something comes; what comes must be whole.
public enum LinkConformance {
  /// Both ends of one connection, the initiator's first.
  public typealias Pair = (initiator: any Link, responder: any Link)

  /// Runs every claim on a pair of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameters:
  ///   - patience: after which a datagram that did not come ends its claim.
  ///   - makePair: a new pair; called once per claim.
  public static func brokenClaims(
    patience: Duration = .seconds(10), of makePair: () async throws -> Pair
  ) async -> [String] {
    await ConformanceClaims(claims: claims(patience)).broken(of: makePair)
  }

  /// What `receiver` hears while `datagrams` are sent, ended by closing it after the time given.
  private static func heard(
    _ receiver: any Link, count: Int, patience: Duration, while send: () async throws -> Void
  ) async throws -> [[UInt8]] {
    let watch = Task {
      try await Task.sleep(for: patience)
      await receiver.close()
    }
    defer { watch.cancel() }
    try await send()
    var heard: [[UInt8]] = []
    for await datagram in receiver.datagrams {
      heard.append(datagram)
      if heard.count == count { break }
    }
    return heard
  }

  private static func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
  }

  private static func claims(_ patience: Duration) -> [(String, ConformanceClaims<Pair>.Check)] {
    [
      (
        "both ends agree on the binding, differ in role and carry the smallest MTU",
        { pair in
          let (first, second) = (pair.initiator.description, pair.responder.description)
          return first.role == .initiator && second.role == .responder && first.binding == second.binding
            && first.kind == second.kind && min(first.mtu, second.mtu) >= LinkDescription.minimumMTU
        }
      ),
      (
        "a datagram of one byte and one of the whole MTU come out as they went in, both ways",
        { pair in
          for (sender, receiver) in [(pair.initiator, pair.responder), (pair.responder, pair.initiator)] {
            for size in [1, sender.description.mtu] {
              let sent = pattern(size)
              let got = try await heard(receiver, count: 1, patience: patience) { try await sender.send(sent) }
              guard got == [sent] else { return false }
            }
          }
          return true
        }
      ),
      (
        "many datagrams keep their borders",
        { pair in
          let sent = (1...40).map { pattern($0 * 3 % pair.initiator.description.mtu + 1) }
          let got = try await heard(pair.responder, count: sent.count, patience: patience) {
            for datagram in sent { try await pair.initiator.send(datagram) }
          }
          return !got.isEmpty && got.allSatisfy { sent.contains($0) }
        }
      ),
      (
        "a datagram larger than the MTU is refused and harms nothing",
        { pair in
          let limit = pair.initiator.description.mtu
          do throws(MeshError) {
            try await pair.initiator.send(pattern(limit + 1))
            return false
          } catch { guard error == .tooLarge(limit: limit) else { return false } }
          let got = try await heard(pair.responder, count: 1, patience: patience) { try await pair.initiator.send([5]) }
          return got == [[5]]
        }
      ),
      (
        "after closing, sending fails and the datagrams end; closing twice is no error",
        { pair in
          await pair.initiator.close()
          await pair.initiator.close()
          for await _ in pair.initiator.datagrams {}
          do throws(MeshError) {
            try await pair.initiator.send([1])
            return false
          } catch { return error == .linkClosed }
        }
      ),
    ]
  }
}
