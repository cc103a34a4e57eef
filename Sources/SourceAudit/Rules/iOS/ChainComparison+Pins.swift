/// What a certificate or key is compared with.
extension ChainComparison {
  private static let fewestPins = 2
  private static let mostPins = 32

  /// Whether a comparison is one with a list of at least two constants that differ: a pin in use and one in reserve.
  func isWithSpare(_ comparison: Expression) -> Bool {
    let sides = [comparison.receiver].compactMap { $0 } + comparison.arguments.map(\.value)
    return sides.contains { side in
      project.origins(of: side, reach: .influence).passed.contains { list in
        list.kind == .array && constants(in: list).count >= Self.fewestPins
      }
    }
  }

  private func constants(in list: Expression) -> Set<String> {
    let texts = list.values.prefix(Self.mostPins).compactMap { pin in
      project.origins(of: pin, reach: .influence).leaves.compactMap(\.plainText).first { !$0.isEmpty }
    }
    return Set(texts)
  }
}
