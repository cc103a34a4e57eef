/// What must hold: the one value that drives the SDK, the server and the audit.
///
/// Made by ``PolicyDocument`` from a file, checked as a whole; every default is the number of the documents that
/// Mantlet was written for. Modules get their slice and nothing else.
public struct Policy: Sendable, Hashable {
  /// The version of the file format; this code knows 1.
  public var version: Int
  /// The policy's name, for people.
  public var name: String
  public var storage: StorageRequirement
  public var network: NetworkRequirement
  public var session: SessionRequirement
  public var integrity: IntegrityRequirement
  public var logging: LoggingRequirement
  public var screen: ScreenRequirement
  public var notifications: NotificationRequirement
  public var webContent: WebContentRequirement
  public var environments: [EnvironmentName: EnvironmentRequirement]
  /// What only the server reads; never part of a device slice.
  public var server: ServerRequirement

  public init(
    version: Int = 1, name: String, storage: StorageRequirement = .init(), network: NetworkRequirement = .init(),
    session: SessionRequirement = .init(), integrity: IntegrityRequirement = .init(),
    logging: LoggingRequirement = .init(), screen: ScreenRequirement = .init(),
    notifications: NotificationRequirement = .init(), webContent: WebContentRequirement = .init(),
    environments: [EnvironmentName: EnvironmentRequirement],
    server: ServerRequirement = .init()
  ) {
    self.version = version
    self.name = name
    self.storage = storage
    self.network = network
    self.session = session
    self.integrity = integrity
    self.logging = logging
    self.screen = screen
    self.notifications = notifications
    self.webContent = webContent
    self.environments = environments
    self.server = server
  }
}
