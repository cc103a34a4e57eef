import AttestationSamples
import Crypto
import CryptoExtras
import Foundation

/// Makes chains with none, one or two faults: first each fault alone, then whatever the seed says.
///
/// The same seed gives the same faults and fields; keys and signatures differ, because the library draws them.
package struct ChainGenerator: Sendable {
  package static let now: Int64 = 1_760_000_000
  private static let year: Int64 = 365 * 86_400

  private var seed: UInt64
  private let keys: Keys

  package init(seed: UInt64) throws {
    self.seed = seed
    keys = try Keys()
  }

  /// The same keys for another sequence.
  package func with(seed: UInt64) -> ChainGenerator {
    var other = self
    other.seed = seed
    return other
  }

  /// Keys that are made once: those of RSA take their time.
  private struct Keys: Sendable {
    let pool: [SampleKey]
    let long: SampleKey
    let short: SampleKey

    init() throws {
      long = .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048))
      short = .rsa(try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024)))
      pool =
        (0..<8).map { _ in .p256(P256.Signing.PrivateKey()) }
        + [.p384(.init()), .p521(.init()), .ed25519(.init()), .p384(.init())]
    }
  }

  /// Public keys on curves below and beside the supported ones; nobody holds the private ones any more.
  private static let smallCurve =
    "ME4wEAYHKoZIzj0CAQYFK4EEACEDOgAEII/35F0/RAqdWhP7TZVNrRrGL1REnDeT7439tmP1ppbZYTPeCrolWUq2v8HyE8CzgObOWuOAieQ="
  private static let foreignCurve =
    "MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEZcPjXCuZLzf4CCsjSbFfL1j2fGbGmeTh4M4dRXNcOBVpjWcNMdEr7xG7lbKO8Ag54Iqaaj+E9q6W"
    + "zGI/2H+kEw=="

  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  package func make(_ number: Int) throws -> ChainCase {
    var dice = Dice(state: seed &+ UInt64(number) &* 0x1000_0001)
    let all = ChainFault.allCases
    var faults: Set<ChainFault> = []
    if number < all.count {
      faults = [all[number]]
    } else {
      for _ in 0..<Int.random(in: 0...2, using: &dice) {
        if let fault = all.randomElement(using: &dice) { faults.insert(fault) }
      }
    }
    return try make(number, faults, &dice)
  }

  private func make(_ number: Int, _ faults: Set<ChainFault>, _ dice: inout Dice) throws -> ChainCase {
    let isPlain = number < ChainFault.allCases.count
    let host = faults.contains(.address) || faults.contains(.addressAsName) ? "10.1.2.3" : "api.example.org"
    var used = keys.pool.shuffled(using: &dice)
    if !isPlain, Int.random(in: 0..<8, using: &dice) == 0 { used.insert(keys.long, at: 1) }
    let isTooLong = faults.contains(.pathTooLong) || faults.contains(.issuerPathTooLong)
    var depth = isPlain || isTooLong ? 2 : Int.random(in: 1...3, using: &dice)
    // The root signs with SHA-1, so its issuer is the one that is looked at.
    if faults.contains(.sha1Issuer) { depth = 1 }
    let (from, to) = (Self.now - Self.year, Self.now + Self.year)

    var root = SampleCertificate(subject: "root \(number)", notBefore: from, notAfter: to, key: used[0])
    root.issuer = root.subject
    (root.isAuthority, root.usage) = (true, 0x0600)
    var issuers = (0..<depth).map { level in
      var issuer = SampleCertificate(
        subject: "issuer \(number).\(level)", notBefore: from, notAfter: to, key: used[level + 1])
      issuer.serial = Int64(level + 2)
      (issuer.isAuthority, issuer.usage) = (true, 0x0600)
      return issuer
    }
    var leaf = SampleCertificate(subject: "server", notBefore: from, notAfter: to, key: used[depth + 1])
    leaf.serial = 100
    (leaf.isAuthority, leaf.usage, leaf.extendedUsage) = (false, 0x8000, [SampleCertificate.serverAuth])
    leaf.names = [host.hasPrefix("10.") ? .address([10, 1, 2, 3]) : .dns(host)]
    // Any of the issuers may be the one that something is wrong with; the last one signs the leaf.
    let concernsLast = isPlain || faults.contains(.sha1Leaf) || faults.contains(.renewedIssuer)
    let spoiled = concernsLast ? depth - 1 : Int.random(in: 0..<depth, using: &dice)
    for fault in faults.sorted(by: { $0.rawValue < $1.rawValue }) {
      spoil(&root, &issuers[spoiled], &leaf, fault, host)
    }
    // The first one may have no other below it.
    if faults.contains(.issuerPathTooLong) { issuers[0].pathLength = 0 }
    return try assemble(number, faults, root, issuers, leaf, host, &dice)
  }

  /// Signs from the root down (`issuers` stand root side first) and puts the chain in the order that is presented.
  private func assemble(
    _ number: Int, _ faults: Set<ChainFault>, _ root: SampleCertificate, _ issuers: [SampleCertificate],
    _ leaf: SampleCertificate, _ host: String, _ dice: inout Dice
  ) throws -> ChainCase {
    var signer = root
    var chain: [[UInt8]] = []
    for issuer in issuers + [leaf] {
      var certificate = issuer
      certificate.issuer = signer.subject
      if faults.contains(.selfSigned), certificate.serial == leaf.serial {
        certificate.issuer = certificate.subject
        chain.insert(try certificate.encoded(signedBy: certificate.key), at: 0)
      } else {
        chain.insert(try certificate.encoded(signedBy: signer.key), at: 0)
      }
      if faults.contains(.renewedIssuer), certificate.serial == Int64(issuers.count + 1) {
        certificate.notAfter = Self.now - 86_400
        certificate.serial += 50
        chain.append(try certificate.encoded(signedBy: signer.key))
      }
      signer = issuer
    }
    let rootEncoded = try root.encoded(signedBy: root.key)
    if faults.contains(.missingIssuer) { chain.remove(at: 1) }
    if faults.contains(.rootPresented) { chain.append(rootEncoded) }
    if faults.contains(.issuerTwice), chain.count > 1 { chain.append(chain[1]) }
    var stranger = SampleCertificate(
      subject: "stranger", notBefore: root.notBefore, notAfter: root.notAfter, key: keys.pool[0])
    (stranger.issuer, stranger.isAuthority, stranger.usage) = ("stranger", true, 0x0600)
    let strangerEncoded = try stranger.encoded(signedBy: stranger.key)
    if faults.contains(.strangerPresented) { chain.append(strangerEncoded) }
    if faults.contains(.shuffled) { chain = [chain[0]] + chain.dropFirst().shuffled(using: &dice) }
    var anchor = rootEncoded
    if faults.contains(.foreignRoot) { anchor = strangerEncoded }
    if faults.contains(.namesakeRoot) {
      var namesake = root
      namesake.key = .p256(.init())
      anchor = try namesake.encoded(signedBy: namesake.key)
    }
    return ChainCase(
      number: number, faults: faults, chain: chain, anchor: anchor, host: host, keyPEM: leaf.key.pem, now: Self.now)
  }

  private func spoil(
    _ root: inout SampleCertificate, _ issuer: inout SampleCertificate, _ leaf: inout SampleCertificate,
    _ fault: ChainFault, _ host: String
  ) {
    let day: Int64 = 86_400
    func tree(_ tag: UInt8, _ name: [UInt8]) -> [UInt8] {
      DERWriter.value([0x30], DERWriter.value([tag], DERWriter.value([0x30], name)))
    }
    func dns(_ text: String) -> [UInt8] { DERWriter.value([0x82], Array(text.utf8)) }
    func constrain(_ value: [UInt8]) {
      issuer.more.append(.init(name: [0x55, 0x1D, 30], isCritical: true, value: value))
    }
    let strange: [UInt8] = [0x2B, 6, 1, 4, 1, 0x82, 0x37, 99]
    switch fault {
    case .leafExpired: leaf.notAfter = Self.now - day
    case .leafNotYetValid: leaf.notBefore = Self.now + day
    case .issuerExpired: issuer.notAfter = Self.now - day
    case .issuerNotYetValid: issuer.notBefore = Self.now + day
    case .rootExpired: root.notAfter = Self.now - day
    case .wrongName: leaf.names = [.dns("www.example.org"), .address([10, 1, 2, 4])]
    case .commonNameOnly: (leaf.names, leaf.subject) = ([], host)
    case .partialWildcard: leaf.names = [.dns("a*.example.org")]
    case .topLevelWildcard: leaf.names = [.dns("*.org"), .dns("*")]
    case .wildcardAcrossLabels: leaf.names = [.dns("*.org"), .dns("*.*.org"), .dns("*.api.example.org")]
    case .addressAsName: leaf.names = [.dns("10.1.2.3")]
    case .clientOnly: leaf.extendedUsage = [SampleCertificate.clientAuth]
    case .anyUsage: leaf.extendedUsage = [SampleCertificate.clientAuth, SampleCertificate.anyUsage]
    case .issuerForClients: issuer.extendedUsage = [SampleCertificate.clientAuth]
    case .encipherOnly: leaf.usage = 0x2000
    case .mayNotSignHandshakes: leaf.usage = 0x0600
    case .issuerNotAuthority: (issuer.isAuthority, issuer.pathLength) = (false, nil)
    case .issuerUnconstrained: issuer.isAuthority = nil
    case .issuerVersion1: issuer.version = 1
    case .issuerMayNotSign: issuer.usage = 0x8000
    case .pathTooLong: root.pathLength = 0
    case .issuerPathTooLong: break
    case .namesExcluded: constrain(tree(0xA1, dns("example.org")))
    case .namesNotPermitted: constrain(tree(0xA0, dns("example.net")))
    case .directoryConstraint:
      constrain(tree(0xA0, DERWriter.context(4, SampleCertificate.name(leaf.subject))))
    case .unknownCriticalInLeaf: leaf.more.append(.init(name: strange, isCritical: true, value: DERWriter.null))
    case .unknownCriticalInIssuer: issuer.more.append(.init(name: strange, isCritical: true, value: DERWriter.null))
    case .policyConstraints:
      issuer.more.append(
        .init(name: [0x55, 0x1D, 36], isCritical: true, value: DERWriter.sequence(DERWriter.value([0x80], [5]))))
    case .shortRSALeaf: leaf.key = keys.short
    case .smallCurveLeaf: leaf.key = .publicOnly(Array(Data(base64Encoded: Self.smallCurve) ?? Data()))
    case .foreignCurveLeaf: leaf.key = .publicOnly(Array(Data(base64Encoded: Self.foreignCurve) ?? Data()))
    case .shortRSAIssuer: issuer.key = keys.short
    case .sha1Leaf: (issuer.key, leaf.sha1) = (keys.long, true)
    case .sha1Issuer: (root.key, issuer.sha1) = (keys.long, true)
    case .forgedLeaf: leaf.isForged = true
    case .forgedIssuer: issuer.isForged = true
    case .twoAlgorithms: leaf.outerAlgorithm = DERWriter.sequence(DERWriter.name([0x2B, 0x65, 0x71]))
    case .extensionTwice:
      leaf.more.append(.init(name: [0x55, 0x1D, 14], value: DERWriter.octets(Array(1...20))))
    case .wildcard: leaf.names = [.dns("*.EXAMPLE.org")]
    case .unknownOrdinary: leaf.more.append(.init(name: strange, value: DERWriter.null))
    case .criticalPolicies:
      let any = DERWriter.sequence(DERWriter.sequence(DERWriter.name([0x55, 0x1D, 32, 0])))
      issuer.more.append(.init(name: [0x55, 0x1D, 32], isCritical: true, value: any))
      leaf.more.append(.init(name: [0x55, 0x1D, 32], isCritical: true, value: any))
    case .withoutUsages: (leaf.usage, leaf.extendedUsage) = (nil, [])
    case .namesPermitted: constrain(tree(0xA0, dns("example.org")))
    case .issuerWithoutUsage: issuer.usage = nil
    case .missingIssuer, .foreignRoot, .namesakeRoot, .selfSigned, .address, .rootPresented, .strangerPresented,
      .issuerTwice, .shuffled, .renewedIssuer:
      break
    }
  }
}
