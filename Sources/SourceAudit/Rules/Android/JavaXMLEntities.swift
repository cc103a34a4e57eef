/// XML whose entities name files and addresses.
struct JavaXMLEntities: Rule {
  private static let factories: Set<String> = [
    "DocumentBuilderFactory", "SAXParserFactory", "XMLReaderFactory", "newDocumentBuilder", "newSAXParser",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "java-xml-entities", "XML from others names no files",
    reason:
      "A document type in the XML can name local files or addresses whose content then becomes part of the document.",
    fix:
      "Set http://apache.org/xml/features/disallow-doctype-decl on the factory, or use XmlPullParser with its defaults.",
    ids: ["O.Source_1", "MASVS-CODE-4", "MASWE-0086", "CWE-611"],
    violating: [
      RuleExample(
        "switched on", path: "A.java", lines: [2],
        """
        class A { void f(SAXParserFactory p) throws Exception {
          p.setFeature("http://xml.org/sax/features/external-general-entities", true); } }
        """),
      RuleExample(
        "what another app sent", path: "A.kt", lines: [3],
        """
        class A : Activity() { fun f() {
          val text = intent.getStringExtra("x")!!
          DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(text.byteInputStream())
        } }
        """),
    ],
    conforming: [
      RuleExample(
        "switched off", path: "A.java",
        """
        class A { void f(SAXParserFactory p) throws Exception {
          p.setFeature("http://xml.org/sax/features/external-general-entities", false); } }
        """),
      RuleExample(
        "a resource of the app", path: "A.kt",
        """
        fun f(c: Context) = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(c.assets.open("a.xml"))
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("setFeature") {
      guard let name = call.argument(at: 0), let value = call.argument(at: 1), code.isTrue(value) else { continue }
      let names = project.texts(of: name) + project.symbols(of: name)
      if names.contains(where: {
        $0.contains("external-") && $0.hasSuffix("-entities") || $0 == "FEATURE_PROCESS_DOCDECL"
      }) {
        record.flaw(manual, on: call, .error, "Entities of outside files are switched on.")
      }
    }
    for write in code.writes("expandEntityReferences") where code.isTrue(write.value) {
      record.flaw(manual, on: write.place, .warning, "Entities are filled in.", confidence: .medium)
    }
    for call in unit.calls("parse") {
      guard let receiver = code.receiver(of: call), let input = call.argument(at: 0),
        !code.words(of: receiver).isDisjoint(with: Self.factories), IntentData.reaches(input, code),
        !code.mentions(["setFeature", "setAttribute", "setProperty"], around: call)
      else { continue }
      record.flaw(
        manual, on: call, .warning, "XML from another app is read with its document type.", confidence: .medium)
    }
  }
}
