/// The platform could not look: its error number, 0 when it has none.
struct LookFailure: Error {
  let number: Int32
}
