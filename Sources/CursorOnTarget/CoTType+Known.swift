/// Types that the protocol itself or a rule of this house names.
extension CoTType {
  /// Everything on the map, whoever it belongs to.
  public static let atom = CoTType(known: "a")
  /// Something of our own side.
  public static let friend = CoTType(known: "a-f")
  /// A chat message; its receipts are kinds of it.
  public static let chat = CoTType(known: "b-t-f")
  /// An alarm, its cancelling, and a geofence that was crossed.
  public static let alarm = CoTType(known: "b-a")
  /// What a person calls for help with, and the end of that.
  public static let callForHelp = CoTType(known: "b-a-o")
  /// The end of a call for help.
  public static let endOfCall = CoTType(known: "b-a-o-can")
  /// An offer of a file.
  public static let fileShare = CoTType(known: "b-f-t")
  /// Everything that tells a program to do something.
  public static let tasking = CoTType(known: "t")
  public static let ping = CoTType(known: "t-x-c-t")
  public static let pong = CoTType(known: "t-x-c-t-r")
  /// Makes a receiver forget an object, whoever it belongs to.
  public static let forcedDelete = CoTType(known: "t-x-d-d")
  public static let protocolSupport = CoTType(known: "t-x-takp-v")
  public static let protocolRequest = CoTType(known: "t-x-takp-q")
  public static let protocolResponse = CoTType(known: "t-x-takp-r")
  /// Commands of the server and to it.
  public static let control = CoTType(known: "t-x")
  public static let command = CoTType(known: "t-k")
}
