public import AppSession
import Crypto
import TrustWire

/// What every `TokenExchange` promises, as runnable claims. Needs no test framework.
public enum TokenExchangeConformance {
  /// A device with a key of its own, on its way through one exchange.
  private struct Device: Sendable {
    let exchange: any TokenExchange
    let now: Int64
    let report: @Sendable (String) async throws -> String
    let key = P256.Signing.PrivateKey()

    func ask(_ request: TokenRequest, proof: String? = nil) async throws -> TokenAnswer {
      let own = try await self.proof()
      return try await exchange.exchange(request, appToken: nil, proof: proof ?? own)
    }

    func enrol() async throws -> TokenResponse {
      let report = try await report(try await exchange.challenge(for: .report).challenge)
      return try await ask(.deviceReport(compact: report)).outcome.get()
    }

    func revoke(_ token: String) async throws -> RevocationAnswer {
      try await exchange.revoke(HeldToken(token), proof: try await proof(at: exchange.revocationAddress))
    }

    private func proof(at address: String? = nil) async throws -> String {
      let identifier = (0..<22).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" }
      let proof = ProofOfPossession(
        identifier: String(identifier), method: "POST", address: address ?? exchange.address, issuedAt: now, token: nil)
      return try await SignedMessage.compact(.dpop, payload: proof.payload, key: DevicePublicKey(key.publicKey)) {
        [UInt8](try key.signature(for: $0).rawRepresentation)
      }
    }
  }

  /// Runs every claim on an exchange of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameters:
  ///   - now: the server's time, seconds since 1970, for proofs.
  ///   - pinned: ids of the keys that sign its tokens.
  ///   - report: a signed report that the server accepts, for its challenge.
  ///   - makeExchange: a way to a server that knows nobody yet and asks for no nonce; called once per claim.
  public static func brokenClaims(
    now: Int64, pinned: Set<String>, report: @escaping @Sendable (_ challenge: String) async throws -> String,
    of makeExchange: () async throws -> any TokenExchange
  ) async -> [String] {
    let keys: Claims.Check = { device in
      try TokenKeySet(reading: try await device.exchange.tokenKeys(), pinned: pinned).ids == pinned
    }
    let all = claims + [("the pinned keys stand in its key set", keys)]
    return await Claims(claims: all).broken {
      Device(exchange: try await makeExchange(), now: now, report: report)
    }
  }

  private typealias Claims = ConformanceClaims<Device>

  private static func isRefused(_ answer: TokenAnswer) -> Bool {
    if case .failure = answer.outcome { true } else { false }
  }

  private static let claims: [(String, Claims.Check)] = [
    (
      "its addresses are those of both endpoints, without query and fragment, as proofs name them",
      { device in
        [(device.exchange.address, TrustRoute.token), (device.exchange.revocationAddress, .revoke)].allSatisfy {
          address, route in
          address.hasPrefix("https://") && address.hasSuffix(route.rawValue) && !address.contains("?")
            && !address.contains("#")
        }
      }
    ),
    (
      "two challenges are two, and live for a while",
      { device in
        let (one, two) = (
          try await device.exchange.challenge(for: .login), try await device.exchange.challenge(for: .login)
        )
        return one.challenge != two.challenge && one.expiresIn > 0
      }
    ),
    (
      "a report earns tokens that live for a while",
      { device in
        let tokens = try await device.enrol()
        return tokens.accessToken != tokens.refreshToken && tokens.expiresIn > 0
      }
    ),
    (
      "a refresh token brings another one, which goes on",
      { device in
        let first = try await device.enrol().refreshToken
        let second = try await device.ask(.refresh(token: first)).outcome.get().refreshToken
        let third = try await device.ask(.refresh(token: second)).outcome.get().refreshToken
        return Set([first, second, third]).count == 3
      }
    ),
    (
      "an answer that got lost can be asked for again, until its tokens are used",
      { device in
        let first = try await device.enrol().refreshToken
        let lost = try await device.ask(.refresh(token: first)).outcome.get().refreshToken
        let again = try await device.ask(.refresh(token: first)).outcome.get().refreshToken
        _ = try await device.ask(.refresh(token: again)).outcome.get()
        let late = try await device.ask(.refresh(token: first))
        return lost == again && isRefused(late)
      }
    ),
    (
      "a refresh token that nobody gave out is refused, and a refusal is an answer",
      { device in try await isRefused(device.ask(.refresh(token: "nobody-gave-this-out"))) }
    ),
    (
      "a proof that proves nothing is refused, and a refusal is an answer",
      { device in
        let token = try await device.enrol().refreshToken
        let isKept = try await isRefused(device.ask(.refresh(token: token), proof: "a.b.c"))
        _ = try await device.ask(.refresh(token: token)).outcome.get()
        return isKept
      }
    ),
    (
      "a revoked session does not go on, and revoking it again is no error",
      { device in
        let token = try await device.enrol().refreshToken
        guard try await device.revoke(token).refusal == nil, try await device.revoke(token).refusal == nil else {
          return false
        }
        return try await isRefused(device.ask(.refresh(token: token)))
      }
    ),
    (
      "the newest token ends its session also without a proof, for a device that has no key any more",
      { device in
        let token = try await device.enrol().refreshToken
        guard try await device.exchange.revoke(HeldToken(token), proof: nil).refusal == nil else { return false }
        return try await isRefused(device.ask(.refresh(token: token)))
      }
    ),
    (
      "a token whose answer got lost ends its session by a proof of its key, and is refused without",
      { device in
        let first = try await device.enrol().refreshToken
        let lost = try await device.ask(.refresh(token: first)).outcome.get().refreshToken
        guard try await device.exchange.revoke(HeldToken(first), proof: nil).refusal != nil,
          try await device.revoke(first).refusal == nil
        else { return false }
        return try await isRefused(device.ask(.refresh(token: lost)))
      }
    ),
    (
      "questions that are asked at once get an answer each",
      { device in
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
          for _ in 0..<20 { group.addTask { try await device.enrol().refreshToken } }
          return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        return tokens.count == 20
      }
    ),
  ]
}
