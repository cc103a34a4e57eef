public import AppIntegrity

/// What every `AppAttesting` promises, as runnable claims. Needs no test framework.
public enum AppAttestingConformance {
  /// Runs every claim on a service of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeService: a service that is supported and answers; called once per claim.
  public static func brokenClaims(of makeService: () async throws -> any AppAttesting) async -> [String] {
    await ConformanceClaims(claims: claims).broken(of: makeService)
  }

  private static func hash(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

  /// How an attempt failed; nil when it did not.
  private static func failure(
    _ attempt: () async throws(AppAttestFailure) -> [UInt8]
  ) async -> AppAttestFailure? {
    do throws(AppAttestFailure) {
      _ = try await attempt()
      return nil
    } catch {
      return error
    }
  }

  private static let claims: [(String, ConformanceClaims<any AppAttesting>.Check)] = [
    ("it is supported", { service in service.isSupported }),
    (
      "each key has an id of its own, of 44 characters",
      { service in
        let (first, second) = (try await service.generateKey(), try await service.generateKey())
        return first != second && first.utf8.count == 44 && second.utf8.count == 44
      }
    ),
    (
      "a key is attested once",
      { service in
        let key = try await service.generateKey()
        let isEmpty = try await service.attest(keyID: key, clientDataHash: hash(1)).isEmpty
        let second = await failure { () throws(AppAttestFailure) in
          try await service.attest(keyID: key, clientDataHash: hash(1))
        }
        return !isEmpty && second == .invalidKey
      }
    ),
    (
      "a key signs after it was attested and not before",
      { service in
        let key = try await service.generateKey()
        let early = await failure { () throws(AppAttestFailure) in
          try await service.assertion(keyID: key, clientDataHash: hash(1))
        }
        _ = try await service.attest(keyID: key, clientDataHash: hash(1))
        let first = try await service.assertion(keyID: key, clientDataHash: hash(1))
        let second = try await service.assertion(keyID: key, clientDataHash: hash(2))
        return early == .invalidKey && !first.isEmpty && first != second
      }
    ),
    (
      "an attested key says nothing about another one",
      { service in
        let (known, other) = (try await service.generateKey(), try await service.generateKey())
        _ = try await service.attest(keyID: known, clientDataHash: hash(1))
        return await failure { () throws(AppAttestFailure) in
          try await service.assertion(keyID: other, clientDataHash: hash(1))
        } == .invalidKey
      }
    ),
    (
      "a key that was never made is invalid",
      { service in
        let stranger = String(repeating: "A", count: 43) + "="
        let attested = await failure { () throws(AppAttestFailure) in
          try await service.attest(keyID: stranger, clientDataHash: hash(1))
        }
        let signed = await failure { () throws(AppAttestFailure) in
          try await service.assertion(keyID: stranger, clientDataHash: hash(1))
        }
        return attested == .invalidKey && signed == .invalidKey
      }
    ),
    (
      "a hash of another length is refused and uses up nothing",
      { service in
        let key = try await service.generateKey()
        for length in [0, 20, 31, 33, 64] {
          let wrong = [UInt8](repeating: 1, count: length)
          let refused = await failure { () throws(AppAttestFailure) in
            try await service.attest(keyID: key, clientDataHash: wrong)
          }
          guard refused == .invalidInput else { return false }
        }
        _ = try await service.attest(keyID: key, clientDataHash: hash(1))
        let refused = await failure { () throws(AppAttestFailure) in
          try await service.assertion(keyID: key, clientDataHash: [1])
        }
        let bytes = try await service.assertion(keyID: key, clientDataHash: hash(1))
        return refused == .invalidInput && !bytes.isEmpty
      }
    ),
  ]
}
