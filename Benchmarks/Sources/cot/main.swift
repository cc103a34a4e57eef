import CursorOnTarget
import Foundation

// What reading and writing an event costs, beside Foundation's XML reader on the same bytes. A ratio is ours by the
// peer's speed: 3 is three times as fast.

struct Broken: Error {}

/// As ATAK sends its own position every few seconds; 573 bytes in the canonical form.
let position = """
  <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
  <event version="2.0" uid="ANDROID-352f4a1b9c0d" type="a-f-G-U-C" how="m-g" time="2026-05-01T12:00:00.000Z" \
  start="2026-05-01T12:00:00.000Z" stale="2026-05-01T12:06:15.250Z"><point lat="48.137154" lon="11.576124" hae="519.25" \
  ce="4.7" le="9999999.0"/><detail><takv os="34" version="4.6.0.5" device="GOOGLE PIXEL 7" platform="ATAK-CIV"/>\
  <contact endpoint="*:-1:stcp" callsign="ALPHA 1"/><uid Droid="ALPHA 1"/>\
  <precisionlocation altsrc="GPS" geopointsrc="GPS"/><__group role="Team Member" name="Cyan"/><status battery="87"/>\
  <track course="271.4" speed="1.3"/></detail></event>
  """

/// A function of its own: what stands at the top level belongs to the main actor, and each call would hop there.
func compare() throws {
  let bytes = Array(position.utf8)
  let data = Data(bytes)
  let reader = CoTReader()
  let writer = CoTWriter()
  let event = try reader.read(bytes)
  let message = try TAKMessage(event: event).bytes()
  let written = try writer.bytes(event)
  print("one position: \(written.count) bytes as XML, \(message.count) as a message")

  let read = { try reader.read(bytes).detail.elements.count }
  let tree = {
    guard let root = FoundationTree.read(data) else { throw Broken() }
    return root.children.count
  }
  for (name, peer, limit, ours, theirs) in [
    (
      "CoTReader, read a position", "XMLParser, kept as a tree", 3,
      { try reader.read(bytes).uid.description.utf8.count }, tree
    ),
    (
      "CoTReader, read a position", "XMLParser, nothing kept", nil,
      { try reader.read(bytes).uid.description.utf8.count }, { FoundationTree.walk(data) }
    ),
    ("CoTReader, all of it asked for", "XMLParser, kept as a tree", nil, read, tree),
    (
      "TAKMessage, read a position", "XMLParser, kept as a tree", nil,
      { try TAKMessage(reading: message).event == nil ? 0 : 1 }, tree
    ),
    ("CoTWriter, write a position", "CoTReader, read it", nil, { try writer.bytes(event).count }, read),
    (
      "TAKMessage, write a position", "CoTWriter, write it", nil, { try TAKMessage(event: event).bytes().count },
      { try writer.bytes(event).count }
    ),
    (
      "CoTStreamReader, cut a position", "CoTReader, read it", nil,
      {
        var stream = CoTStreamReader()
        try stream.receive(bytes)
        return try stream.next()?.count ?? 0
      }, read
    ),
  ] as [(String, String, Double?, () throws -> Int, () throws -> Int)] {
    try Comparison(name: name, peer: peer, limit: limit).run(count: 5000, ours: ours, peer: theirs)
  }
}

try compare()
