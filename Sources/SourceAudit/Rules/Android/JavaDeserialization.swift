/// Objects that are made out of bytes from others.
struct JavaDeserialization: Rule {
  private static let streams: Set<String> = ["ObjectInputStream", "XMLDecoder"]
  private static let inputs: Set<String> = ["getInputStream", "inputStream", "openStream"]
  private static let connections: Set<String> = [
    "Socket", "SSLSocket", "URL", "URLConnection", "HttpURLConnection", "HttpsURLConnection", "BluetoothSocket",
    "LocalSocket",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "java-deserialization", "No object is made out of bytes from others",
    reason: "readObject makes whatever class the bytes name and runs its code before anybody can look at the result.",
    fix: "Read JSON or protocol buffers into one known type.",
    ids: ["O.Source_1", "MASVS-CODE-4", "MASWE-0088", "CWE-502"],
    violating: [
      RuleExample(
        "an extra", path: "A.kt", lines: [3],
        """
        class A : Activity() { fun f() {
          val raw = intent.getByteArrayExtra("p")
          val thing = ObjectInputStream(ByteArrayInputStream(raw)).readObject()
        } }
        """)
    ],
    conforming: [
      RuleExample(
        "a file of the app", path: "A.kt",
        """
        fun f(file: File) = ObjectInputStream(FileInputStream(file)).readObject()
        """)
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("readObject", "readUnshared") {
      guard let stream = code.receiver(of: call) else { continue }
      let passed = project.origins(of: stream, reach: .influence).passed
      guard passed.contains(where: { Self.streams.contains(project.resolvedTypeName($0.calledName)) }) else { continue }
      let isNetwork = passed.contains { part in
        let base = part.kind == .call ? part.receiver : part.kind == .member ? part.first : nil
        return Self.inputs.contains(part.kind == .call ? part.calledName : part.name)
          && base.flatMap { project.type(of: $0) }.map(Self.connections.contains) == true
      }
      guard isNetwork || IntentData.reaches(stream, code) else { continue }
      record.flaw(manual, on: call, .error, "Others choose which objects are made here.")
    }
  }
}
