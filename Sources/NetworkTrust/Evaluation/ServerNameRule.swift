/// Which name the server's certificate must have.
public enum ServerNameRule: Sendable, Hashable {
  /// That of the host that was dialled.
  case dialled
  /// This one, whatever was dialled: for a server that is reached by an address and known by a name. Nothing is given up
  /// as long as whoever configured the name meant this server.
  case expected(ServerHost)
  /// None. Gives up: every holder of a server certificate of the anchors may stand in for every other. What is left is
  /// the anchors, the usage for servers, and the pins; so it needs anchors of one's own, and should go with
  /// ``PinPolicy/insecureFirstUse(_:)`` or pins.
  case insecureIgnored
}
