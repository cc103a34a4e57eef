/// One connection of the preferences, as it stands there.
struct PackageServer: Sendable {
  let address: ServerLine
  let name: String?
  let isEnabled: Bool
  let callsign: String?
  let team: String?
  let role: String?
  /// Base names.
  let truststore: String?
  let truststorePassword: PackagePassword?
  let certificate: String?
  let certificatePassword: PackagePassword?
}
