import UntrustedInput

/// Tag 709: the packages that share the key's user id, and who signed them. The keystore service of the running system
/// writes it, so it is as good as the boot state.
struct AttestedApplication {
  let packages: [(name: String, version: Int64)]
  let digests: [[UInt8]]

  init(_ element: DERElement) throws(InputError) {
    let parts = try element.inner().children(.sequence)
    guard element.tag == .octetString, parts.count == 2 else { throw element.expected("an application id") }
    var packages: [(String, Int64)] = []
    for item in try parts[0].children(.set) {
      let fields = try item.children(.sequence)
      guard fields.count == 2, let name = String(validating: try fields[0].octets(), as: UTF8.self) else {
        throw item.expected("a package")
      }
      packages.append((name, try fields[1].integer()))
    }
    var digests: [[UInt8]] = []
    for item in try parts[1].children(.set) { digests.append(try item.octets()) }
    self.packages = packages
    self.digests = digests
  }
}
