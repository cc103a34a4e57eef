/// Where the portable probes get their answers: one platform's file tree, loader, environment and ports.
///
/// An adapter translates and does not judge. It may be called from any thread and answers within milliseconds.
public protocol ApplicationFacts: Sendable {
  func answer(_ question: ProbeQuestion) -> ProbeAnswer
}
