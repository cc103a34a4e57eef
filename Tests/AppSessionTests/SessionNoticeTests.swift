import AppSession
import Foundation
import Testing
import UntrustedInput

@Suite struct SessionNoticeTests {
  private var all: [(String, SessionNotice, SessionNotice)] {
    SessionEndReason.allCases.map {
      ($0.rawValue, SessionNotice($0, in: .german), SessionNotice($0, in: .english))
    }
      + SessionLock.allCases.map {
        ($0.rawValue, SessionNotice($0, in: .german), SessionNotice($0, in: .english))
      }
      + SessionIncident.allCases.map {
        ($0.rawValue, SessionNotice($0, in: .german), SessionNotice($0, in: .english))
      }
  }

  @Test("Every reason and every lock has words in both languages, and they are different words")
  func complete() {
    #expect(all.count == SessionEndReason.allCases.count + SessionLock.allCases.count + SessionIncident.allCases.count)
    for (name, german, english) in all {
      for notice in [german, english] {
        #expect((5...60).contains(notice.title.count), "\(name)")
        #expect((10...220).contains(notice.body.count), "\(name)")
        #expect(notice.body.hasSuffix(".") && !notice.title.hasSuffix("."), "\(name)")
        #expect(!notice.button.isEmpty)
      }
      #expect(german.title != english.title && german.body != english.body, "\(name)")
      #expect(german.action == english.action && german.button != english.button, "\(name)")
    }
  }

  @Test("No notice has a technical word in it")
  func plain() {
    let technical = [
      "token", "server", "session", "sitzung", "refresh", "api", "http", "jwt", "root", "jailbreak", "fehler", "error",
      "timeout", "authenti", "integrity", "compromis", "kompromitt",
    ]
    for (name, german, english) in all {
      for notice in [german, english] {
        let words = (notice.title + " " + notice.body).lowercased()
        for word in technical { #expect(!words.contains(word), "\(name): \(word)") }
      }
    }
  }

  @Test("German tags get German, every other one English")
  func languages() {
    for tag in ["de", "de-AT", "de_CH", "DE"] { #expect(DisplayLanguage(tag: tag) == .german) }
    for tag in ["en-GB", "fr", "", "deu-x", "nl-de"] { #expect(DisplayLanguage(tag: tag) == .english) }
  }

  @Test("A lock that a PIN opens offers that, an ended session a way to sign in, an unsafe device neither")
  func actions() {
    for lock in SessionLock.allCases {
      #expect(SessionNotice(lock, in: .english).action == (lock == .device ? .close : .unlock))
    }
    let closed = SessionEndReason.allCases.filter { SessionNotice($0, in: .english).action == .close }
    #expect(closed == [.deviceRefused, .deviceUnsafe])
  }
}
