import Foundation

protocol SecretStore {
  func set(_ value: String, forKey key: String)
}

/// Signs a person in and keeps the session.
final class LoginController {
  private let shared = UserDefaults(suiteName: "group.example.sleep")!
  private let secrets: any SecretStore

  init(secrets: any SecretStore) {
    self.secrets = secrets
  }

  func finish(_ answer: LoginAnswer) {
    // In order: the secret store has the same method name.
    secrets.set(answer.accessToken, forKey: "accessToken")
    shared.set(answer.expiresAt, forKey: "accessTokenExpiry")
    shared.set(answer.refreshToken != nil, forKey: "hasRefreshToken")

    guard let renewal = answer.refreshToken else { return }
    // Flaw: the key constant stands in another file.
    shared.set(renewal, forKey: SettingsKey.refreshToken.rawValue)
  }

  func signOut() {
    shared.removeObject(forKey: SettingsKey.refreshToken.rawValue)
    shared.set(nil, forKey: "authToken")
  }
}

struct LoginAnswer {
  let accessToken: String
  let refreshToken: String?
  let expiresAt: Date
}
