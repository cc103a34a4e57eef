/// A field for a password that shows what is typed, and whose words the keyboard learns.
struct SecretFieldVisible: Rule {
  private static let fields: Set<String> = ["TextField", "TextEditor"]
  private static let content: Set<String> = ["password", "newPassword"]
  private static let message = "What is typed here is shown and learnt."

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
        "a field that is made later, and one of an alert", lines: [4, 5],
        """
        final class LoginController: UIViewController {
          private var passwordField: UITextField?
          func show(_ alert: UIAlertController) {
            passwordField = UITextField()
            alert.addTextField { $0.placeholder = "Password" }
          }
        }
        """),
      RuleExample(
        "fields of Objective-C", path: "A.m", lines: [3, 5, 6, 8],
        """
        @implementation LoginController
        - (void)viewDidLoad {
          self.passwordField = [[UITextField alloc] initWithFrame:CGRectZero];
          UITextField *newPasswordField = [UITextField new];
          newPasswordField.secureTextEntry = NO;
          [alert addTextFieldWithConfigurationHandler:^(UITextField *field) { field.placeholder = @"Password"; }];
          _second = [[UITextField alloc] init];
          _second.placeholder = @"Your password";
        }
        @end
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
      RuleExample(
        "secure fields of Objective-C", path: "A.m",
        """
        @implementation LoginController
        - (void)viewDidLoad {
          self.passwordField = [[UITextField alloc] init];
          self.passwordField.secureTextEntry = YES;
          _pinField = [UITextField new];
          [self.pinField setSecureTextEntry:YES];
          self.nameField = [UITextField new];
          self.nameField.placeholder = @"Name";
          [alert addTextFieldWithConfigurationHandler:^(UITextField *field) {
            field.placeholder = @"Password";
            field.secureTextEntry = YES;
          }];
        }
        - (void)toggle { self.passwordField.secureTextEntry = !self.passwordField.secureTextEntry; }
        @end
        """),
      RuleExample("something else", #"TextField("Name", text: $name)"#),
      RuleExample("a hint for a password", #"TextField("Hint", text: $passwordHint)"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    judgeViews(unit, project, &record)
    for call in unit.calls("SecureField") where !project.isType("SecureField") {
      record.control("what is typed as a secret is hidden", manual, at: call)
    }
    let fields = fields(madeIn: unit, project)
    for field in fields where isSecretField(field.name) && !isMadeSecure(field, in: unit) {
      switch field.place {
      case .declaration(let place): record.flaw(manual, at: place, .warning, Self.message, confidence: .medium)
      case .assignment(let place): record.flaw(manual, at: place, .warning, Self.message, confidence: .medium)
      }
    }
    // A field without a telling name says with its placeholder what it is for.
    for mention in unit.mentions("placeholder") {
      guard let assignment = mention.parent, assignment.kind == .assignment, assignment.calleeID == mention.id,
        let base = mention.first?.unwrapped, let text = assignment.second,
        project.texts(of: text).contains(where: { SecretWords.judge($0) == .secret }),
        isOfAlert(base, assignment.owner, project) || isLeftPlain(base, fields, unit, project)
      else { continue }
      record.flaw(manual, at: assignment, .warning, Self.message, confidence: .medium)
    }
    for mention in unit.mentions("isSecureTextEntry") {
      guard let assignment = mention.parent, assignment.kind == .assignment, let target = assignment.first,
        let value = assignment.second,
        value.kind == .boolean, value.name == "false", let field = target.first?.unwrapped, isSecretField(field.name),
        ([assignment.owner] + assignment.owner.enclosing).allSatisfy({ !$0.name.lowercased().contains("toggle") }),
        !isToggle(assignment)
      else { continue }
      record.flaw(manual, at: assignment, .warning, Self.message, confidence: .medium)
    }
  }

  private func judgeViews(_ unit: SourceUnit, _ project: Project, _ record: inout AuditRecord) {
    for call in unit.calls(Array(Self.fields).sorted()) {
      guard let text = call.argument("text"), SecretWords.judge(text.unwrapped.name) == .secret else { continue }
      record.flaw(manual, at: call, .warning, Self.message, confidence: .medium)
    }
    // `TextField(…).textContentType(.password)`: the field says itself what it is for.
    for call in unit.calls("textContentType") {
      guard let type = call.argument(at: 0), !Self.content.isDisjoint(with: project.symbols(of: type)) else { continue }
      var base = call.receiver
      while let here = base, !Self.fields.contains(here.calledName) { base = here.kind == .call ? here.receiver : nil }
      guard let field = base else { continue }
      record.flaw(manual, at: field, .warning, Self.message, confidence: .medium)
    }
  }

  /// A field that the file makes: with its declaration, or later. What a storyboard makes is set there.
  private struct Field {
    enum Place {
      case declaration(Declaration)
      case assignment(Expression)
    }

    let name: String
    let place: Place
    let value: Expression
  }

  private func fields(madeIn unit: SourceUnit, _ project: Project) -> [Field] {
    guard unit.row(of: "UITextField") != nil else { return [] }
    var found: [Field] = []
    for field in unit.allDeclarations where field.kind == .property || field.kind == .local {
      guard let value = field.value, value.kind == .call, project.type(of: value) == "UITextField" else { continue }
      found.append(Field(name: field.name, place: .declaration(field), value: value))
    }
    for call in unit.calls("UITextField") {
      guard let assignment = call.parent, assignment.kind == .assignment, assignment.second == call,
        let target = assignment.first?.unwrapped, target.kind == .name || target.kind == .member
      else { continue }
      found.append(Field(name: target.name, place: .assignment(assignment), value: call))
    }
    return found
  }

  /// A field of the file whose own name says nothing, and that nothing makes secure.
  private func isLeftPlain(_ use: Expression, _ fields: [Field], _ unit: SourceUnit, _ project: Project) -> Bool {
    guard use.kind == .name || use.kind == .member, !isSecretField(use.name) else { return false }
    let declared = project.declarations(of: use).first
    return fields.contains { field in
      let isMeant =
        switch field.place {
        case .declaration(let place): place == declared
        case .assignment: Self.bare(field.name) == Self.bare(use.name)
        }
      return isMeant && !isMadeSecure(field, in: unit)
    }
  }

  /// `alert.addTextField { field in field.placeholder = "Password" }`
  private func isOfAlert(_ use: Expression, _ closure: Declaration, _ project: Project) -> Bool {
    guard use.kind == .name, closure.kind == .closure,
      project.closureExpression(closure)?.parent?.calledName == "addTextField",
      use.name == "$0" || closure.parameters.contains(where: { $0.name == use.name })
    else { return false }
    return !closure.unit.mentions("isSecureTextEntry").contains { $0.owner == closure }
  }

  /// `passwordField` is a field for a password.
  private func isSecretField(_ name: String) -> Bool {
    let words = SecretWords.words(of: name).filter {
      !["field", "textfield", "text", "input", "view", "box"].contains($0)
    }
    return SecretWords.judge(words: words) == .secret
  }

  private func isMadeSecure(_ field: Field, in unit: SourceUnit) -> Bool {
    // An eye to look through is the user's own wish: any mention of the switch counts.
    unit.mentions("isSecureTextEntry").contains { mention in
      guard let base = mention.first?.unwrapped else { return true }
      return Self.bare(base.name) == Self.bare(field.name)
        || base.kind == .name && ["it", "$0", "field", "self"].contains(base.name) && !isInAlert(mention)
        || isInside(mention, field.value)
    }
  }

  /// The variable behind a property of Objective-C begins with `_`.
  private static func bare(_ name: String) -> Substring { name.drop { $0 == "_" } }

  private func isInAlert(_ mention: Expression) -> Bool {
    mention.owner.kind == .closure
      && mention.unit.closureExpression(mention.owner.id)?.parent?.calledName == "addTextField"
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
