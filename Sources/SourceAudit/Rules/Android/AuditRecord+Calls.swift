extension AuditRecord {
  /// A flaw at a call or an assignment: at the line of the name that is called or set, not of the chain before it.
  mutating func flaw(
    _ manual: RuleManual, on place: Expression, _ severity: FindingSeverity, _ message: String,
    confidence: FindingConfidence = .high, way: [Expression] = [], edits: [SourceEdit] = []
  ) {
    var offset = place.startOffset
    if [.call, .assignment].contains(place.kind), let target = place.first, target.kind == .member {
      offset = target.offset
    }
    flaw(
      manual, in: place.unit, at: offset, around: place.owner, severity, message, confidence: confidence, way: way,
      edits: edits)
  }
}
