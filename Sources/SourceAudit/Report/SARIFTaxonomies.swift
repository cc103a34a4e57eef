import SecurityPolicy
import UntrustedInput

/// The catalogues whose ids the rules name, each with the ids in use.
/// Source: SARIF 2.1.0, sections 3.19.3 (taxonomies) and 3.53 (relationships).
struct SARIFTaxonomies {
  private struct Catalogue {
    let name: String
    let prefix: String
    let version: String
    let organization: String
    let address: String
  }

  private static let catalogues = [
    Catalogue(
      name: "MASVS", prefix: "MASVS-", version: "2.1.0", organization: "OWASP",
      address: "https://mas.owasp.org/MASVS/"),
    Catalogue(
      name: "MASWE", prefix: "MASWE-", version: "2025-07", organization: "OWASP",
      address: "https://mas.owasp.org/MASWE/"),
    Catalogue(
      name: "MASTG", prefix: "MASTG-", version: "2025-07", organization: "OWASP",
      address: "https://mas.owasp.org/MASTG/"),
    Catalogue(
      name: "CWE", prefix: "CWE-", version: "4.16", organization: "MITRE", address: "https://cwe.mitre.org/"),
    Catalogue(
      name: "BSI TR-03161-1", prefix: "O.", version: "3.0", organization: "BSI",
      address: "https://www.bsi.bund.de/dok/TR-03161"),
  ]

  /// For each catalogue its ids in order.
  private let ids: [[String]]
  private let places: [String: (catalogue: Int, row: Int)]

  init(_ manuals: [RuleManual]) {
    let used = Set(manuals.flatMap { $0.requirements + $0.weaknesses }.map(\.id))
    ids = Self.catalogues.map { catalogue in used.filter { $0.hasPrefix(catalogue.prefix) }.sorted() }
    var places: [String: (catalogue: Int, row: Int)] = [:]
    for (catalogue, list) in ids.enumerated() {
      for (row, id) in list.enumerated() { places[id] = (catalogue, row) }
    }
    self.places = places
  }

  /// The run's `taxonomies`.
  var components: JSONNode {
    JSONNode(
      .array(
        zip(Self.catalogues, ids).map { catalogue, ids in
          [
            "name": .string(catalogue.name), "version": .string(catalogue.version),
            "organization": .string(catalogue.organization), "informationUri": .string(catalogue.address),
            "isComprehensive": false,
            "taxa": JSONNode(.array(ids.map { ["id": .string($0)] })),
          ]
        }))
  }

  /// The driver's `supportedTaxonomies`.
  var references: JSONNode {
    JSONNode(.array(Self.catalogues.indices.map { Self.reference($0) }))
  }

  /// A rule's ids as references into the taxonomies.
  func relationships(_ manual: RuleManual) -> JSONNode {
    JSONNode(
      .array(
        (manual.requirements + manual.weaknesses).compactMap { requirement in
          places[requirement.id].map { place in
            [
              "target": [
                "id": .string(requirement.id), "index": .integer(Int64(place.row)),
                "toolComponent": Self.reference(place.catalogue),
              ],
              "kinds": ["relevant"],
            ]
          }
        }))
  }

  private static func reference(_ catalogue: Int) -> JSONNode {
    ["name": .string(catalogues[catalogue].name), "index": .integer(Int64(catalogue))]
  }
}
