/// What a value is, as far as storage is concerned: the rows of the storage map.
public enum DataType: String, Sendable, Hashable, CaseIterable {
  /// Access and refresh tokens.
  case authenticationToken
  /// A password as the user typed it.
  case password
  /// The salted, keyed hash of a PIN with its attempt counter.
  case pinHash
  /// What tells this installation apart.
  case deviceIdentifier
  /// Device, record and cache keys.
  case cryptographicKey
  /// What the app is for: sleep log entries, questionnaire responses.
  case appData
  /// A medical document or message as the server sent it, before it was parsed.
  case medicalOriginal
  /// A choice that tells nothing about anybody, such as a colour scheme.
  case userSetting
  /// A response of the server that holds nothing sensitive.
  case apiResponse
  case image
}
