/// The proof that a person has just touched a control. It is used once.
///
/// Only the adapters of the user interface make one, in the handler of a control, so that code which runs at the start
/// or on a timer cannot ask for permissions. Does not protect against an app that triggers its own controls.
public struct UserAction: ~Copyable, Sendable {
  package init() {}
}
