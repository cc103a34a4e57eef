import UntrustedInput

/// `origin` of one platform below `server.devices`.
extension AppOrigin {
  static let keys = ["apps", "teamIDs", "signingDigests", "categories", "requiresCategory"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    apps = try object.list("apps", count: 0...100, expected: "an identifier such as org.example.app") {
      Self.isIdentifier($0) ? $0 : nil
    }
    teamIDs = try object.list("teamIDs", count: 0...100, expected: "ten capital letters and digits") {
      $0.utf8.count == 10 && $0.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) } ? $0 : nil
    }
    signingDigests = try object.list(
      "signingDigests", count: 0...100, expected: "SHA-256 in lower-case hexadecimal (64 digits)"
    ) {
      $0.utf8.count == 64 && $0.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) } ? $0 : nil
    }
    let words = SigningCategory.allCases.map(\.rawValue).joined(separator: ", ")
    let listed = try object.list("categories", count: 1...SigningCategory.allCases.count, expected: "one of \(words)") {
      SigningCategory(rawValue: $0)
    }
    if !listed.isEmpty { categories = listed }
    requiresCategory = try object.flag("requiresCategory", or: requiresCategory)
  }

  private static func isIdentifier(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 46 || $0 == 45 || $0 == 95
      }
  }

  var json: JSONNode {
    var members = [
      JSONMember("apps", .strings(apps)), JSONMember("teamIDs", .strings(teamIDs)),
      JSONMember("signingDigests", .strings(signingDigests)),
    ]
    if let categories { members.append(JSONMember("categories", .strings(categories.map(\.rawValue)))) }
    members.append(JSONMember("requiresCategory", JSONNode(.bool(requiresCategory))))
    return JSONNode(.object(members))
  }
}
