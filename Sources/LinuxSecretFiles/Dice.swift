/// The generator that the caller gave, under one type.
struct Dice: RandomNumberGenerator, Sendable {
  private var source: any RandomNumberGenerator & Sendable

  init(_ source: any RandomNumberGenerator & Sendable) { self.source = source }

  mutating func next() -> UInt64 { source.next() }
}
