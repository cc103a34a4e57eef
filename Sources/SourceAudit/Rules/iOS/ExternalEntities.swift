/// An XML parser that fetches what a document tells it to.
struct ExternalEntities: Rule {
  private static let options: Set<String> = [
    "XML_PARSE_NOENT", "XML_PARSE_DTDLOAD", "XML_PARSE_DTDATTR", "nodeLoadExternalEntitiesAlways",
    "nodeLoadExternalEntitiesSameOriginOnly", "documentXInclude",
  ]

  let manual = RuleManual(
    "xml-external-entities", "A document does not tell the parser what to load",
    reason: "An external entity reads a file of the app or asks a server, and puts the answer into the document.",
    fix: "Leave shouldResolveExternalEntities at false; give libxml2 XML_PARSE_NONET and no XML_PARSE_NOENT.",
    ids: ["O.Source_1", "MASVS-CODE-4", "MASWE-0087", "CWE-611"],
    violating: [
      RuleExample(
        "switched on", lines: [2], "let parser = XMLParser(data: data)\nparser.shouldResolveExternalEntities = true"),
      RuleExample(
        "libxml2", lines: [1],
        "let doc = xmlReadMemory(p, n, nil, nil, Int32(XML_PARSE_NOENT.rawValue | XML_PARSE_DTDLOAD.rawValue))"),
    ],
    conforming: [
      RuleExample("off", "let parser = XMLParser(data: data)\nparser.shouldResolveExternalEntities = false"),
      RuleExample("no network", "let doc = xmlReadMemory(p, n, nil, nil, Int32(XML_PARSE_NONET.rawValue))"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for mention in unit.mentions("shouldResolveExternalEntities") {
      guard let assignment = mention.parent, assignment.kind == .assignment, let value = assignment.second,
        project.texts(of: value).contains("true")
      else { continue }
      record.flaw(manual, at: assignment, .warning, "The parser loads what the document names.")
    }
    for place in unit.mentions(Array(Self.options).sorted()) where !isAsked(place) {
      record.flaw(manual, at: place, .warning, "The parser loads what the document names.")
    }
  }

  private func isAsked(_ place: Expression) -> Bool {
    var top = place
    while let parent = top.parent {
      if parent.kind == .binary, ["==", "!="].contains(parent.name) { return true }
      top = parent
    }
    return false
  }
}
