/// Which prefix stands for which address, at one place of a document.
/// Source: Namespaces in XML 1.0 (third edition), sections 3 and 6.
struct MarkupScope {
  /// Most prefixes in force at one place: each element that declares one copies them all.
  static let maximumPrefixes = 256

  private var addresses = ["xml": "http://www.w3.org/XML/1998/namespace"]

  /// Takes up what the attributes of one element declare.
  mutating func declare(_ attributes: [MarkupAttribute]) throws(InputError) {
    for attribute in attributes {
      if attribute.name == "xmlns" {
        addresses[""] = attribute.value.isEmpty ? nil : attribute.value
      } else if attribute.prefix == "xmlns" {
        let prefix = attribute.localName
        guard prefix != "xml", prefix != "xmlns", !attribute.value.isEmpty else {
          throw .malformed(expected: "a prefix that may be declared, and its address", at: attribute.position)
        }
        addresses[prefix] = attribute.value
      }
    }
    guard addresses.count <= Self.maximumPrefixes else { throw .tooManyValues(limit: Self.maximumPrefixes) }
  }

  func address(ofElement name: String, at place: TextPosition) throws(InputError) -> String? {
    guard let prefix = MarkupName.prefix(of: name) else { return addresses[""] }
    return try address(of: prefix, at: place)
  }

  /// The attributes with their addresses, without declarations. Two of one name and address are one too many, whatever
  /// their prefixes.
  func resolve(_ attributes: [MarkupAttribute]) throws(InputError) -> [MarkupAttribute] {
    var resolved: [MarkupAttribute] = []
    var seen: Set<[String]> = []
    for attribute in attributes where attribute.name != "xmlns" && attribute.prefix != "xmlns" {
      var address: String?
      if let prefix = attribute.prefix { address = try self.address(of: prefix, at: attribute.position) }
      guard seen.insert([address ?? "", attribute.localName]).inserted else {
        throw .duplicateName(at: attribute.position)
      }
      resolved.append(
        MarkupAttribute(
          name: attribute.name, namespace: address, value: attribute.value, position: attribute.position))
    }
    return resolved
  }

  private func address(of prefix: String, at place: TextPosition) throws(InputError) -> String {
    guard let address = addresses[prefix] else { throw .malformed(expected: "a prefix that is declared", at: place) }
    return address
  }
}
