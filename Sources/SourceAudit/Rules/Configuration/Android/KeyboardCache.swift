import UntrustedInput

/// Fields for secrets in layouts whose text the keyboard learns, or which shows it.
/// Source: developer.android.com, TextView, android:inputType.
struct KeyboardCache: ProjectRule {
  private static let quiet = [
    "textPassword", "textVisiblePassword", "textWebPassword", "numberPassword", "textNoSuggestions", "none", "0x0",
  ]

  let manual = RuleManual(
    "keyboard-cache", "Keyboards do not learn secrets",
    reason: "The keyboard keeps what was typed as a suggestion, and everybody who types later may see it.",
    fix: "Set android:inputType=\"textPassword\" or numberPassword; for what has to be read, textNoSuggestions.",
    ids: ["O.Data_10", "MASVS-PLATFORM-3", "MASWE-0053", "MASTG-TEST-0258", "CWE-524"],
    violating: [
      RuleExample(
        "a password as text", path: "res/layout/login.xml", lines: [2],
        layout("<EditText android:id=\"@+id/password\" android:inputType=\"text\" />")),
      RuleExample(
        "a number of a card, no type at all", path: "res/layout/pay.xml", lines: [2, 4],
        layout(
          "<com.google.android.material.textfield.TextInputEditText\n android:id=\"@+id/cardNumber\" />\n"
            + "<EditText android:id=\"@+id/e\" android:inputType=\"number\" android:hint=\"PIN\" />")),
    ],
    conforming: [
      RuleExample(
        "hidden", path: "res/layout/login.xml",
        layout("<EditText android:id=\"@+id/password\" android:inputType=\"textPassword\" />")),
      RuleExample(
        "an address, and one that cannot be typed into", path: "res/layout/login.xml",
        layout(
          "<EditText android:id=\"@+id/mail\" android:inputType=\"textEmailAddress\" />"
            + "<EditText android:id=\"@+id/token\" android:enabled=\"false\" />")),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    for layout in android.layouts {
      for field in layout.root.everyElement where Self.isField(field) {
        let id = field.android("id")?.value.split(separator: "/").last.map(String.init) ?? ""
        let hints = android.values(of: field.android("hint"))
        guard Self.meansSecret(id) || hints.contains(where: { Self.meansSecret($0) && $0.count < 24 }) else { continue }
        let types = android.values(of: field.android("inputType")).joined(separator: "|").split(separator: "|")
        if types.contains(where: { Self.quiet.contains(String($0)) }) {
          if types.contains(where: { $0.hasSuffix("assword") }) {
            record.control("what is typed as a secret is hidden", manual, in: layout.file, at: field.position)
          }
          continue
        }
        // A type that comes from a style or from code is not seen here.
        if field.android("inputType") == nil, field.attribute("style") != nil { continue }
        record.flaw(
          manual, android: layout.file, at: field.position, .warning, "The keyboard learns what is typed here.")
      }
    }
  }

  static func isField(_ element: MarkupElement) -> Bool {
    (element.localName.hasSuffix("EditText") || element.localName.hasSuffix("AutoCompleteTextView"))
      && !["enabled", "focusable", "editable"].contains { element.android($0)?.value == "false" }
  }

  static func meansSecret(_ name: String) -> Bool {
    var words = SecretWords.words(of: name)
    // `edit_text_password_field`: what kind of view it is says nothing about it.
    words.removeAll { ["edit", "text", "field", "input", "et", "edt", "txt", "view", "box", "layout"].contains($0) }
    return SecretWords.judge(words: words) == .secret
  }
}

/// A layout around some views, for examples: they begin on line 2.
func layout(_ inside: String) -> String {
  "<LinearLayout xmlns:android=\"http://schemas.android.com/apk/res/android\">\n\(inside)\n</LinearLayout>\n"
}
