import CursorOnTarget
import PeerMesh
import TakGateway
import Testing

@Suite struct MessageKindTests {
  @Test(arguments: [
    ("b-a", MessageKind.emergency), ("b-a-o-tbl", .emergency), ("b-a-o-can", .emergency), ("b-a-g", .emergency),
    ("b-t-f", .chat), ("b-t-f-d", .chat), ("t-x-d-d", .deletion), ("t-x-d-d-1", .deletion),
    ("a-f-G-U-C", .event), ("b", .event), ("b-al", .event), ("b-t", .event), ("b-t-file", .event), ("t-x-d", .event),
  ])
  func `Alarms, chat and deletions, each with its kinds, are what a device must sign; all else is an event`(
    type: String, kind: MessageKind
  ) throws {
    let time = try CoTTime(millisecondsSince1970: 1_800_000_000_000)
    let event = try CoTEvent(
      uid: CoTLine("uid-1"), type: CoTType(type), how: .gps, time: time, stale: time.advanced(milliseconds: 60_000),
      point: CoTPoint(latitude: 1, longitude: 2))
    #expect(MessageKind(carrying: event) == kind)
    #expect(kind.mustBeSigned == (kind != .event))
  }
}
