#if Server
  import Crypto
  import Synchronization
  import TrustWire

  /// Tokens whose signature was found good, so that the next request with the same one needs no RSA.
  ///
  /// Bounded: two halves, the younger one filling up and the older one dropped when it is full, so what is in use stays
  /// and each step costs the same. Only verified tokens come in: forged ones cannot push others out. Nothing about
  /// time or sessions is remembered here.
  final class VerifiedTokens: Sendable {
    private struct Halves {
      var young: [SHA256.Digest: AccessToken] = [:]
      var old: [SHA256.Digest: AccessToken] = [:]
      /// The ring's state that the tokens were verified with.
      var generation = 0
    }

    private let half: Int
    private let halves = Mutex(Halves())

    /// - Parameter most: tokens held at a time, two at least.
    init(most: Int = 16_384) { half = max(1, most / 2) }

    static func digest(_ token: String) -> SHA256.Digest {
      var token = token
      return token.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
    }

    /// The token when it was verified with these keys. One of a key that is gone since is not found.
    func token(_ digest: SHA256.Digest, generation: Int) -> AccessToken? {
      halves.withLock { halves in
        guard halves.generation == generation else { return nil }
        if let token = halves.young[digest] { return token }
        guard let token = halves.old.removeValue(forKey: digest) else { return nil }
        Self.add(token, digest, to: &halves, half: half)
        return token
      }
    }

    func remember(_ token: AccessToken, _ digest: SHA256.Digest, generation: Int) {
      halves.withLock { halves in
        // Generations only grow: a slow check with keys of before must not bring their tokens back.
        guard generation >= halves.generation else { return }
        if generation > halves.generation { halves = Halves(generation: generation) }
        Self.add(token, digest, to: &halves, half: half)
      }
    }

    var count: Int { halves.withLock { $0.young.count + $0.old.count } }

    private static func add(_ token: AccessToken, _ digest: SHA256.Digest, to halves: inout Halves, half: Int) {
      if halves.young.count >= half { (halves.old, halves.young) = (halves.young, [:]) }
      halves.young[digest] = token
    }
  }
#endif
