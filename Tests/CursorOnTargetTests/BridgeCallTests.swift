import CursorOnTarget
import Testing

/// Whose call for help it is, and who may end it.
@Suite("BridgeCall")
struct BridgeCallTests {
  private let now: CoTTime
  private let peer: BridgePeer
  private let rules: BridgeRules

  init() throws {
    now = try EventFiles.now.get()
    peer = BridgePeer(uid: try CoTLine("HQ"))
    rules = try BridgeRules(ownUIDs: [CoTLine("ME")], tag: "mantlet-7")
  }

  private func event(_ uid: String, _ type: String, _ detail: String = "") throws -> CoTEvent {
    try EventFiles.read(
      EventFiles.text(uid: "uid=\"\(uid)\"", type: "type=\"\(type)\"", detail: "<detail>\(detail)</detail>"))
  }

  /// - Parameter known: uids that the server has shown.
  private func judge(
    _ event: CoTEvent, from peer: BridgePeer? = nil, known: [String] = [], calls: CallSides = []
  ) -> BridgeDecision {
    rules.toServer(
      event, from: peer ?? self.peer, at: now, isKnownToServer: { known.contains($0.description) },
      calls: { $0 == event.uid ? calls : [] })
  }

  private func judgeFromServer(_ event: CoTEvent, _ calls: CallSides) -> BridgeDecision {
    rules.toMesh(event, at: now, calls: { $0 == event.uid ? calls : [] })
  }

  private func passes(_ decision: BridgeDecision) -> Bool {
    if case .forward = decision { true } else { false }
  }

  @Test("Under a uid of the server's a peer ends its own call and no other, not even after a call of its own")
  func ends() throws {
    let ends = [
      try event("HQ-9-1-1", "b-a-o-can"), try event("HQ-9-1-1", "b-a-o-tbl", "<emergency cancel='true'/>"),
    ]
    for end in ends {
      for known in [["HQ"], ["HQ-9-1-1"], ["HQ", "HQ-9-1-1"]] {
        #expect(judge(end, known: known) == .keep(.foreignCall))
        #expect(passes(judge(end, known: known, calls: .mesh)))
        #expect(judge(end, known: known, calls: [.mesh, .server]) == .keep(.foreignCall))
      }
      // Also where the server's call is stale by now, and others still show it.
      #expect(judge(end, calls: .server) == .keep(.foreignCall))
      #expect(passes(judge(end)) && passes(judge(end, calls: .mesh)))
    }
  }

  @Test("Nothing but another call for help takes the place of one that came from the other side")
  func replacements() throws {
    let others = [
      try event("HQ", "a-f-G-U-C"), try event("HQ-9-1-1", "b-a-g"), try event("HQ-9-1-1", "b-a-o-can"),
      try event("HQ-9-1-1", "b-a-o-tbl", "<emergency cancel='true'/>"),
    ]
    let marks = [try event("HQ-9-1-1", "a-f-G"), try event("HQ-9-1-1", "a-h-G")]
    for calls in [CallSides.server, [.mesh, .server]] {
      for other in others { #expect(judge(other, calls: calls) == .keep(.foreignCall)) }
    }
    for calls in [CallSides.mesh, [.mesh, .server]] {
      for other in others + marks { #expect(judgeFromServer(other, calls) == .keep(.foreignCall)) }
    }
    // Each side does as it likes with its own.
    for other in others { #expect(passes(judge(other, calls: .mesh)) && passes(judge(other))) }
    for other in others + marks {
      #expect(passes(judgeFromServer(other, .server)) && passes(judgeFromServer(other, [])))
    }
    for type in ["b-a-o", "b-a-o-tbl", "b-a-o-pan"] {
      let call = try event("HQ-9-1-1", type)
      #expect(passes(judge(call, calls: [.mesh, .server])) && passes(judgeFromServer(call, [.mesh, .server])))
    }
  }

  @Test("Another alarm than a call for help does not take the place of one")
  func otherAlarms() throws {
    let fence = try event("HQ-9-1-1", "b-a-g")
    #expect(judge(fence, known: ["HQ-9-1-1"], calls: .mesh) == .keep(.knownToServer))
    #expect(passes(judge(fence)))
    #expect(try passes(judge(event("HQ-9-1-1", "b-a-o-tbl"), known: ["HQ-9-1-1"])))
    // Nor does one under the peer's own uid, its end included.
    for type in ["b-a-o-tbl", "b-a-o-can"] {
      #expect(try judge(event("HQ", type), known: ["HQ"], calls: .mesh) == .keep(.knownToServer))
    }
  }

  @Test("A device that goes by the uid of somebody's calls for help is nobody")
  func marks() throws {
    let device = BridgePeer(uid: try CoTLine("HQ-9-1-1"))
    for type in ["a-f-G-U-C", "b-a-o-tbl", "b-a-o-can"] {
      #expect(try judge(event("HQ-9-1-1", type), from: device) == .keep(.foreignUID))
    }
    let named = BridgePeer(uid: try CoTLine("HQ-9-1-12"))
    #expect(try passes(judge(event("HQ-9-1-12", "a-f-G-U-C"), from: named)))
  }

  @Test("A call for help is never too old, and a chat as old as a mesh lets it get: what was cut off comes late")
  func late() throws {
    func judged(_ event: CoTEvent, _ age: Int64, until stale: Int64 = 1000) throws -> BridgeDecision {
      let made = now.advanced(milliseconds: -age)
      let writer = BridgePeer(uid: try CoTLine("ANDROID-1"))
      let late = try event.retimed(time: made, start: made, stale: now.advanced(milliseconds: stale))
      return judge(late, from: event.type == .chat ? writer : peer)
    }
    for type in ["b-a-o-tbl", "b-a-o-can"] {
      let alarm = try event("HQ-9-1-1", type)
      for age in [360_000, 3_000_000, 86_400_000] as [Int64] {
        guard case .forward(let late) = try judged(alarm, age, until: 540_000) else {
          Issue.record("\(type) of \(age) ms ago")
          continue
        }
        #expect(late.event.time == now.advanced(milliseconds: -age))
        #expect(late.event.stale == now.advanced(milliseconds: 540_000))
      }
      #expect(try judged(alarm, 360_000, until: 0) == .keep(.expired))
    }
    #expect(try judged(event("HQ", "a-f-G-U-C"), 300_001) == .keep(.tooOld))
    let chat = try EventFiles.event("chat")
    #expect(try passes(judged(chat, 3_600_000)))
    #expect(try judged(chat, 3_600_001) == .keep(.tooOld))
  }

  @Test("The server ends no call for help that came from the mesh, and every other")
  func fromServer() throws {
    let (call, end) = (try event("HQ-9-1-1", "b-a-o-tbl"), try event("HQ-9-1-1", "b-a-o-can"))
    #expect(judgeFromServer(end, .mesh) == .keep(.foreignCall))
    #expect(judgeFromServer(end, [.mesh, .server]) == .keep(.foreignCall))
    #expect(passes(judgeFromServer(end, .server)) && passes(judgeFromServer(end, [])))
    #expect(passes(judgeFromServer(call, .mesh)))
  }
}
