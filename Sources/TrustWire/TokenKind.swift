/// For whom a token speaks: an installation or a person.
public enum TokenKind: String, Sendable, Hashable, CaseIterable { case app, user }
