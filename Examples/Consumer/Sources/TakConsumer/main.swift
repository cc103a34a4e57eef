import CursorOnTarget
import PeerMesh
import TakGateway

// What is no data package is none, whatever it calls itself.
do {
  _ = try DataPackage(Array("PK, says who".utf8))
  print("a text was taken for a data package")
} catch {
  print("refused: \(error)")
}
// A client's side of a stream: nothing is a connection before the server said something.
let now = try CoTTime("2026-11-24T12:00:00Z")
var machine = TakStreamMachine(uid: try CoTLine("CONSUMER"), openedAt: .zero)
let effects = machine.tick(at: .zero, now: now)
print("\(effects.count) to do, connected: \(machine.isConnected)")
