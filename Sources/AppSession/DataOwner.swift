import Redaction
import UntrustedInput

/// Whose data lies on a device, as it is noted beside that data: it outlives the session that knew it.
public struct DataOwner: Sendable {
  /// The label under which the data lies; see ``Session/account()``.
  public let label: String
  /// Whom the server's tokens name (`sub`); nil while only a typed name is known, which is the label then.
  public let subject: String?

  public init(label: String, subject: String?) {
    self.label = label
    self.subject = subject
  }

  /// No text has this byte, and older versions kept the typed name as it was: a name that looks like a label is told
  /// from one.
  private static let mark: UInt8 = 0xFF

  /// The bytes to hand to a secret store.
  public func sealedForm() -> Secret {
    var members = [JSONMember("version", 3), JSONMember("label", .string(label))]
    if let subject { members.append(JSONMember("subject", .string(subject))) }
    return Secret(copying: [Self.mark] + JSONWriter().bytes(JSONNode(.object(members))))
  }

  /// Reads version 3, and the bare name of those before it. What is damaged names nobody who could sign in: it is an
  /// owner all the same, and not the next person.
  ///
  /// - Throws: ``SessionError/newerFormat``.
  public init(reading secret: borrowing Secret) throws(SessionError) {
    let bytes = secret.withExposedBytes { Array($0) }
    guard bytes.first == Self.mark,
      let node = try? JSONReader(maximumBytes: 64 << 10, maximumDepth: 2).read(Array(bytes.dropFirst())),
      let version = node["version"]?.integer
    else {
      self.init(label: String(decoding: bytes, as: UTF8.self), subject: nil)
      return
    }
    guard version <= 3 else { throw .newerFormat }
    self.init(
      label: node["label"]?.string ?? String(decoding: bytes, as: UTF8.self), subject: node["subject"]?.string)
  }
}
