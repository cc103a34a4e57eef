import UntrustedInput

/// What an installation knows of its App Attest key, as it is stored after each step.
///
/// It holds no secret: the key rests in the Secure Enclave, this is its name. Whose it is stands here as a keyed hash
/// under a random number of this installation, so it may stay when a person leaves. It must not leave the device and
/// goes with the installation: after a reinstall the key is gone as well.
public struct AppAttestState: Sendable, Hashable {
  /// How far the key is.
  public enum Stage: Sendable, Hashable {
    case none
    /// Made, and the server has not accepted it, as far as is known.
    case made(keyID: String)
    /// The server accepted an attestation of it: it may sign.
    case accepted(keyID: String)
  }

  static let version: Int64 = 1
  static let byteLimit = 4096
  static let mostFailures = 1000
  static let mostMade = 16
  /// Moments that a state may hold, seconds since 1970: beyond them nothing can be counted with safely.
  static let times: ClosedRange<Int64> = -(1 << 40)...(1 << 40)

  public internal(set) var stage = Stage.none
  /// When keys were made in the last day, seconds since 1970; without those whose attestation nobody answered.
  public internal(set) var made: [Int64] = []
  /// Failures in a row.
  public internal(set) var failures = 0
  /// Nothing is asked of the service before; seconds since 1970.
  public internal(set) var restsUntil: Int64?
  /// Whether an attestation of the key was made, and no answer to it has been heard.
  public internal(set) var isUnanswered = false
  let salt: [UInt8]
  var person: [UInt8]?

  /// Of an installation that has no key.
  public init(using generator: inout some RandomNumberGenerator) {
    self.init(salt: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  init(salt: [UInt8]) { self.salt = salt }

  public var keyID: String? {
    switch stage {
    case .none: nil
    case .made(let keyID), .accepted(let keyID): keyID
    }
  }

  /// What is stored.
  public var bytes: [UInt8] {
    var members = [
      JSONMember("version", .integer(Self.version)), JSONMember("salt", .string(Base64URL.encode(salt))),
      JSONMember("failures", .integer(Int64(failures))),
      JSONMember("made", JSONNode(.array(made.map { .integer($0) }))),
    ]
    if let person { members.append(JSONMember("person", .string(Base64URL.encode(person)))) }
    if let restsUntil { members.append(JSONMember("restsUntil", .integer(restsUntil))) }
    if isUnanswered { members.append(JSONMember("unanswered", JSONNode(.bool(true)))) }
    switch stage {
    case .none: break
    case .made(let keyID): members.append(JSONMember("made-key", .string(keyID)))
    case .accepted(let keyID): members.append(JSONMember("accepted-key", .string(keyID)))
    }
    return JSONWriter().bytes(JSONNode(.object(members)))
  }

  /// - Throws: ``IntegrityError/historyDamaged``, also for a version that this build does not know.
  public init(reading bytes: [UInt8]) throws(IntegrityError) {
    guard let node = try? JSONReader(maximumBytes: Self.byteLimit, maximumDepth: 4).read(bytes),
      node["version"]?.integer == Self.version, let text = node["salt"]?.string,
      let salt = try? Base64URL.decode(text), salt.count == 16,
      let failures = node["failures"]?.integer, (0...Int64(Self.mostFailures)).contains(failures),
      let made = node["made"]?.array, made.count <= Self.mostMade
    else { throw .historyDamaged }
    self.salt = salt
    self.failures = Int(failures)
    for time in made {
      guard let time = time.integer, Self.times.contains(time) else { throw .historyDamaged }
      self.made.append(time)
    }
    if let text = node["person"]?.string {
      guard let person = try? Base64URL.decode(text), person.count == 16 else { throw .historyDamaged }
      self.person = person
    }
    if let rest = node["restsUntil"] {
      guard let time = rest.integer, Self.times.contains(time) else { throw .historyDamaged }
      restsUntil = time
    }
    if let unanswered = node["unanswered"] {
      guard let flag = unanswered.bool else { throw .historyDamaged }
      isUnanswered = flag
    }
    switch (node["made-key"]?.string, node["accepted-key"]?.string) {
    case (nil, nil): stage = .none
    case (let keyID?, nil): stage = .made(keyID: keyID)
    case (nil, let keyID?): stage = .accepted(keyID: keyID)
    default: throw .historyDamaged
    }
  }
}
