/// A typed value out of a page's message.
public indirect enum PageValue: Sendable, Hashable {
  case flag(Bool)
  case integer(Int64)
  case text(String)
  case list([PageValue])
}
