extension KeyboardCacheInCode {
  private static let fields = ["EditText", "AppCompatEditText", "TextInputEditText"]
  /// What decides how a field is typed into.
  private static let kinds = ["inputType", "rawInputType", "transformationMethod", "keyListener"]
  private static let texts: Set<String> = ["text", "getText", "editableText", "getEditableText"]
  private static let mostMentions = 64
  private static let longestHint = 48

  /// Fields that code makes for a secret and leaves as they are: for ordinary text. The name of the variable says it, the
  /// hint, or what is read from the field.
  ///
  /// One that is handed to a function of the project may be set up there, and is left alone.
  func judgeMade(_ code: AndroidCode, _ record: inout AuditRecord) {
    // With attributes, `EditText(context, attrs)`, a layout says how it is typed into.
    let made = code.calls(Self.fields).filter {
      $0.arguments.count == 1 && code.project.functions(calledBy: $0).isEmpty
    }
    guard !made.isEmpty else { return }
    let setUp = receivers(of: Self.kinds.flatMap { code.writes($0) }, code)
    let hinted = receivers(of: code.writes("hint").filter { asksForSecret($0.value, code) }, code)
    for call in made where !setUp.contains(call) {
      guard let variable = holder(of: call, code.project) else { continue }
      let uses = uses(of: variable, code.project)
      let isOfSecret =
        SecretWords.judge(words: Self.words(ofField: variable.name)) == .secret || hinted.contains(call)
        || uses.contains(where: isReadAsSecret)
      guard isOfSecret, !uses.contains(where: { isHanded($0, code.project) }) else { continue }
      record.flaw(manual, on: call, .warning, Self.message)
    }
  }

  /// Everything that these writes may be on.
  private func receivers(of writes: [AndroidCode.Write], _ code: AndroidCode) -> Set<Expression> {
    Set(writes.compactMap(\.receiver).flatMap { code.project.origins(of: $0).passed })
  }

  /// `"Enter your password"`, `R.string.pin`
  private func asksForSecret(_ hint: Expression, _ code: AndroidCode) -> Bool {
    code.project.origins(of: hint, reach: .influence).leaves.contains { leaf in
      let text = leaf.plainText ?? leaf.name
      return text.utf8.count <= Self.longestHint && SecretWords.judge(text) == .secret
    }
  }

  /// The variable that a new field is put into.
  private func holder(of made: Expression, _ project: Project) -> Declaration? {
    var top = made
    // `EditText(context).apply { … }`
    while let member = top.parent, member.kind == .member, member.first == top,
      ["apply", "also"].contains(member.name), let call = member.parent, call.kind == .call, call.first == member
    {
      top = call
    }
    if let variable = top.unit.declaration(withValue: top.id) { return variable }
    guard let parent = top.parent, parent.kind == .assignment, parent.second == top, let target = parent.first else {
      return nil
    }
    return project.declarations(of: target).first
  }

  private func uses(of variable: Declaration, _ project: Project) -> [Expression] {
    variable.unit.mentions(variable.name).prefix(Self.mostMentions)
      .filter { project.declarations(of: $0).contains(variable) }
  }

  /// `val password = field.text.toString()`
  private func isReadAsSecret(_ use: Expression) -> Bool {
    guard let read = use.parent, read.kind == .member, read.first == use, Self.texts.contains(read.name) else {
      return false
    }
    var top = read
    while let parent = top.parent, parent.first == top, [.member, .call, .forced].contains(parent.kind) { top = parent }
    return top.unit.declaration(withValue: top.id).map { SecretWords.judge($0.name) == .secret } ?? false
  }

  /// Whether a function of the project is called with it or on it.
  private func isHanded(_ use: Expression, _ project: Project) -> Bool {
    guard let parent = use.parent else { return false }
    let isBase = parent.kind == .member && parent.first == use
    guard let call = isBase ? parent.parent : parent, call.kind == .call else { return false }
    return !project.functions(calledBy: call).isEmpty
  }
}
