/// A field for a password that shows what is typed, and whose words the keyboard learns.
struct SecretFieldVisible: Rule {
  private static let fields: Set<String> = ["TextField", "TextEditor"]
  private static let content: Set<String> = ["password", "newPassword"]

  let manual = RuleManual(
    "secret-field-visible", "A field for a secret hides what is typed",
    reason: "A plain field shows the secret to whoever looks or records, and the keyboard keeps its words to suggest "
      + "them elsewhere.",
    fix: "Use SecureField, or isSecureTextEntry = true; the system then turns learning and copying off.",
    ids: ["O.Data_10", "MASVS-PLATFORM-3", "MASVS-STORAGE-2", "MASWE-0053", "CWE-549", "CWE-200"],
    violating: [
      RuleExample(
        "a plain field of SwiftUI", lines: [3],
        """
        struct Login: View {
          @State private var password = ""
          var body: some View { TextField("Password", text: $password).textInputAutocapitalization(.never) }
        }
        """),
      RuleExample(
        "a field that is never made secure", lines: [2],
        """
        final class LoginController: UIViewController {
          private let passwordField = UITextField()
          func show() { passwordField.placeholder = "Password" }
        }
        """),
      RuleExample(
        "a plain field that is said to hold a password", lines: [1],
        #"TextField("Login", text: $entry).autocorrectionDisabled().textContentType(.password)"#),
      RuleExample(
        "a field whose placeholder says what it is for", lines: [5],
        """
        final class LoginController: UIViewController {
          private let second = UITextField()
          override func viewDidLoad() {
            super.viewDidLoad()
            second.placeholder = "Your password"
          }
        }
        """),
      RuleExample(
        "hiding turned off", lines: [1],
        "func f(_ passwordField: UITextField) { passwordField.isSecureTextEntry = false }"),
    ],
    conforming: [
      RuleExample("a secure field", #"SecureField("Password", text: $password)"#),
      RuleExample(
        "made secure later",
        """
        final class LoginController: UIViewController {
          private let passwordField = UITextField()
          func show() { passwordField.isSecureTextEntry = true }
        }
        """),
      RuleExample(
        "placeholders of other fields",
        """
        final class LoginController: UIViewController {
          private let first = UITextField(), second = UITextField()
          @IBOutlet private var third: UITextField!
          override func viewDidLoad() {
            first.placeholder = "Password hint"
            second.placeholder = "Password"
            second.isSecureTextEntry = true
            third.placeholder = "Password"
          }
        }
        """),
      RuleExample("something else", #"TextField("Name", text: $name)"#),
      RuleExample("a hint for a password", #"TextField("Hint", text: $passwordHint)"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls(Array(Self.fields).sorted()) {
      guard let text = call.argument("text"), SecretWords.judge(text.unwrapped.name) == .secret else { continue }
      record.flaw(manual, at: call, .warning, "What is typed here is shown and learnt.", confidence: .medium)
    }
    // `TextField(…).textContentType(.password)`: the field says itself what it is for.
    for call in unit.calls("textContentType") {
      guard let type = call.argument(at: 0), !Self.content.isDisjoint(with: project.symbols(of: type)) else { continue }
      var base = call.receiver
      while let here = base, !Self.fields.contains(here.calledName) { base = here.kind == .call ? here.receiver : nil }
      guard let field = base else { continue }
      record.flaw(manual, at: field, .warning, "What is typed here is shown and learnt.", confidence: .medium)
    }
    for field in unit.row(of: "UITextField") == nil ? [] : Array(unit.allDeclarations)
    where field.kind == .property || field.kind == .local {
      guard let value = field.value, value.kind == .call, isSecretField(field.name),
        project.type(of: value) == "UITextField", !isMadeSecure(field, project)
      else { continue }
      record.flaw(manual, at: field, .warning, "What is typed here is shown and learnt.", confidence: .medium)
    }
    // A field without a telling name says with its placeholder what it is for.
    for mention in unit.mentions("placeholder") {
      guard let assignment = mention.parent, assignment.kind == .assignment, assignment.calleeID == mention.id,
        let base = mention.first?.unwrapped, base.kind == .name, !isSecretField(base.name),
        let text = assignment.second, project.texts(of: text).contains(where: { SecretWords.judge($0) == .secret }),
        let field = project.declarations(of: base).first, field.unit === unit, field.value?.kind == .call,
        project.type(of: base) == "UITextField", !isMadeSecure(field, project)
      else { continue }
      record.flaw(manual, at: assignment, .warning, "What is typed here is shown and learnt.", confidence: .medium)
    }
    for mention in unit.mentions("isSecureTextEntry") {
      guard let assignment = mention.parent, assignment.kind == .assignment, let target = assignment.first,
        let value = assignment.second,
        value.kind == .boolean, value.name == "false", let field = target.first?.unwrapped, isSecretField(field.name),
        assignment.owner.enclosing.allSatisfy({ !$0.name.lowercased().contains("toggle") }), !isToggle(assignment)
      else { continue }
      record.flaw(manual, at: assignment, .warning, "What is typed here is shown and learnt.", confidence: .medium)
    }
  }

  /// `passwordField` is a field for a password.
  private func isSecretField(_ name: String) -> Bool {
    let words = SecretWords.words(of: name).filter {
      !["field", "textfield", "text", "input", "view", "box"].contains($0)
    }
    return SecretWords.judge(words: words) == .secret
  }

  private func isMadeSecure(_ field: Declaration, _ project: Project) -> Bool {
    // An eye to look through is the user's own wish: any mention of the switch counts.
    field.unit.mentions("isSecureTextEntry").contains { mention in
      guard let base = mention.first?.unwrapped else { return true }
      return base.name == field.name || base.kind == .name && ["it", "$0", "field", "self"].contains(base.name)
        || field.value.map { isInside(mention, $0) } == true
    }
  }

  private func isInside(_ mention: Expression, _ value: Expression) -> Bool {
    mention.owner.kind == .closure && mention.offset >= value.startOffset
  }

  /// A button that shows and hides: the other direction stands in the same function.
  private func isToggle(_ assignment: Expression) -> Bool {
    guard let function = assignment.owner.enclosingFunction else { return false }
    return assignment.unit.mentions("isSecureTextEntry").contains { mention in
      mention.owner.enclosingFunction == function && mention.parent != assignment
    }
  }
}
