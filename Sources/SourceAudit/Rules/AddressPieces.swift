/// The literal texts and the values that an address is put together from, in their order.
struct AddressPieces {
  enum Piece {
    case text(String)
    case value(Expression)
  }

  /// What may stand between `%` and the letter of a conversion.
  private static let marks: Set<Character> = Set("0123456789$-+ #.*lhqzt")
  private let project: Project

  init(_ project: Project) { self.project = project }

  func all(of address: Expression) -> [Piece] {
    var found: [Piece] = []
    for piece in pieces(of: address.unwrapped) {
      // The parts of a sum may be sums themselves.
      if case .value(let value) = piece, value.kind == .name, !isSecretOfQuery(value, behind: found.last),
        let whole = project.origins(of: value).passed.first(where: { isPutTogether($0) })
      {
        found += pieces(of: whole)
      } else {
        found.append(piece)
      }
    }
    return found
  }

  private func isSecretOfQuery(_ value: Expression, behind piece: Piece?) -> Bool {
    guard case .text(let text)? = piece, text.hasSuffix("=") else { return false }
    return project.isSecret(value)
  }

  private func isPutTogether(_ part: Expression) -> Bool {
    part.kind == .string || part.kind == .binary && part.name == "+" || part.kind == .call && called(part) != nil
  }

  private func pieces(of text: Expression) -> [Piece] {
    switch text.kind {
    case .string:
      text.list.map { entry in
        text.unit.expression(entry.value).map { .value($0.kind == .tuple ? $0.values.first ?? $0 : $0) }
          ?? .text(text.unit.name(entry.name))
      }
    case .binary where text.name == "+": text.children.flatMap { pieces(of: $0.unwrapped) }
    case .call: called(text) ?? [.value(text)]
    default: [.value(text)]
    }
  }

  /// `base.appending(text)`, `String(format: text, value)`; nil for a call that puts no text together.
  private func called(_ call: Expression) -> [Piece]? {
    let arguments = call.arguments
    let base = call.receiver?.unwrapped
    switch call.calledName {
    case "appending":
      guard let base, arguments.count == 1, let added = arguments.first, added.label.isEmpty else { return nil }
      return pieces(of: base) + pieces(of: added.value.unwrapped)
    case "addingPercentEncoding": return base.map { pieces(of: $0) }
    case "appendingFormat":
      guard let base, let format = arguments.first?.value else { return nil }
      return formatted(format, arguments.dropFirst().map(\.value)).map { pieces(of: base) + $0 }
    case "String", "NSString", "localizedStringWithFormat":
      guard let format = call.argument("format") ?? (call.receiver == nil ? nil : arguments.first?.value) else {
        return nil
      }
      return formatted(format, arguments.filter { $0.label.isEmpty && $0.value != format }.map(\.value))
    case "format":
      guard let base else { return nil }
      guard base.kind == .name, base.name == "String" else { return formatted(base, arguments.map(\.value)) }
      // Before the format a locale may stand.
      guard let row = arguments.firstIndex(where: { $0.value.kind == .string }) else { return nil }
      return formatted(arguments[row].value, arguments[(row + 1)...].map(\.value))
    default: return nil
    }
  }

  /// The pieces of a format whose text is known: `%@`, `%s`, `%2$s`.
  private func formatted(_ format: Expression, _ values: [Expression]) -> [Piece]? {
    let texts = format.plainText.map { [$0] } ?? project.texts(of: format)
    guard texts.count == 1, let text = texts.first else { return nil }
    var found: [Piece] = []
    var part = ""
    var row = 0
    var rest = text[...]
    while let sign = rest.firstIndex(of: "%") {
      part += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      if rest.first == "%" {
        part.append("%")
        rest = rest.dropFirst()
        continue
      }
      let marks = rest.prefix { Self.marks.contains($0) }
      rest = rest.dropFirst(marks.count + 1)
      let place = marks.contains("$") ? Int(marks.prefix { $0 != "$" }).map { $0 - 1 } : nil
      found.append(.text(part))
      part = ""
      if values.indices.contains(place ?? row) { found.append(.value(values[place ?? row])) }
      row += 1
    }
    return found + [.text(part + rest)]
  }
}
