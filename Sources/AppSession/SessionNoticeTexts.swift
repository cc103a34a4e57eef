// One text per case: a new case does not compile without its words.

extension SessionEndReason {
  var text: SessionNotice.Text {
    switch self {
    case .refreshExpired:
      (
        ("Anmeldung abgelaufen", "Sie waren längere Zeit nicht in der App. Bitte melden Sie sich neu an."),
        ("Your sign-in has expired", "You have not used the app for a while. Please sign in again."), .signIn
      )
    case .refreshFailures:
      (
        ("Bitte neu anmelden", "Ihre Anmeldung konnte nicht verlängert werden. Bitte melden Sie sich neu an."),
        ("Please sign in again", "Your sign-in could not be renewed. Please sign in again."), .signIn
      )
    case .serverIdle:
      (
        (
          "Wegen Inaktivität abgemeldet",
          "Sie haben die App längere Zeit nicht genutzt. Zu Ihrem Schutz wurden Sie abgemeldet."
        ),
        (
          "Signed out after a long pause",
          "You have not used the app for a long time. You were signed out to protect your data."
        ), .signIn
      )
    case .maximum:
      (
        (
          "Bitte neu anmelden",
          "Zu Ihrem Schutz ist in regelmäßigen Abständen eine neue Anmeldung nötig. Ihre Daten bleiben erhalten."
        ),
        (
          "Please sign in again",
          "To protect your data, you need to sign in again from time to time. Your data is kept."
        ), .signIn
      )
    case .endedElsewhere:
      (
        (
          "Auf diesem Gerät abgemeldet",
          "Ihre Anmeldung auf diesem Gerät wurde beendet, zum Beispiel von einem anderen Gerät aus."
        ),
        (
          "Signed out on this device",
          "Your sign-in on this device was ended, for example from another device."
        ), .signIn
      )
    case .tokenReused:
      (
        (
          "Zu Ihrem Schutz abgemeldet",
          "Ihre Anmeldung wurde möglicherweise an einem anderen Ort verwendet. Bitte melden Sie sich neu an. "
            + "Wenn Ihnen das ungewöhnlich vorkommt, ändern Sie Ihr Passwort."
        ),
        (
          "Signed out to protect you",
          "Your sign-in may have been used somewhere else. Please sign in again. "
            + "If this seems unusual to you, change your password."
        ), .signIn
      )
    case .unknownToServer:
      (
        ("Anmeldung nicht mehr gültig", "Ihre Anmeldung ist nicht mehr gültig. Bitte melden Sie sich neu an."),
        ("Your sign-in is no longer valid", "Your sign-in is no longer valid. Please sign in again."), .signIn
      )
    case .deviceRefused:
      (
        (
          "Gerät nicht zugelassen",
          "Mit diesem Gerät ist die Nutzung derzeit nicht möglich. Bitte aktualisieren Sie Gerät und App. "
            + "Hilft das nicht, wenden Sie sich an den Support."
        ),
        (
          "This device cannot be used",
          "The app cannot be used with this device at the moment. Please update your device and the app. "
            + "If that does not help, contact support."
        ), .close
      )
    case .deviceInsecure:
      (
        (
          "Zu Ihrem Schutz abgemeldet",
          "Die App hat auf diesem Gerät eine Gefahr erkannt und Sie abgemeldet. Ihre Daten bleiben erhalten. Starten Sie "
            + "das Gerät neu und melden Sie sich wieder an. Hilft das nicht, wenden Sie sich an den Support."
        ),
        (
          "Signed out to protect you",
          "The app found a danger on this device and signed you out. Your data is kept. Restart the device and sign in "
            + "again. If that does not help, contact support."
        ), .signIn
      )
    case .deviceUnsafe:
      (
        (
          "Gerät nicht sicher",
          "Auf diesem Gerät wurde eine Gefahr für Ihre Daten erkannt. Sie wurden abgemeldet und Ihre Daten werden von "
            + "diesem Gerät gelöscht."
        ),
        (
          "This device is not safe",
          "A danger to your data was found on this device. You were signed out, and your data is being erased from "
            + "this device."
        ), .close
      )
    case .pinExhausted:
      (
        (
          "Zu viele falsche PIN-Eingaben",
          "Die PIN wurde zu oft falsch eingegeben. Sie wurden abgemeldet und Ihre Daten werden von diesem Gerät gelöscht."
        ),
        (
          "Too many wrong PINs",
          "The PIN was entered wrong too often. You were signed out, and your data is being erased from this device."
        ), .signIn
      )
    case .storeDamaged:
      (
        (
          "Bitte neu anmelden",
          "Ihre Anmeldung konnte auf diesem Gerät nicht mehr gelesen werden. Bitte melden Sie sich neu an. "
            + "Wenn das öfter vorkommt, wenden Sie sich an den Support."
        ),
        (
          "Please sign in again",
          "Your sign-in could no longer be read on this device. Please sign in again. "
            + "If this happens often, contact support."
        ), .signIn
      )
    case .loggedOut:
      (
        ("Abgemeldet", "Sie haben sich abgemeldet."), ("Signed out", "You have signed out."), .signIn
      )
    }
  }
}

extension SessionIncident {
  var text: SessionNotice.Text {
    switch self {
    case .revocationsLost, .revocationsUnkept, .sessionUnread:
      (
        (
          "Frühere Anmeldung",
          "Eine frühere Anmeldung konnte nicht überall beendet werden. Sie läuft von selbst ab. Sie können sie auch "
            + "sofort von einem anderen Gerät aus beenden."
        ),
        (
          "An earlier sign-in",
          "An earlier sign-in could not be ended everywhere. It ends by itself. You can also end it at once from "
            + "another device."
        ), .close
      )
    }
  }
}

extension SessionLock {
  var text: SessionNotice.Text {
    switch self {
    case .inactivity:
      (
        ("App gesperrt", "Sie haben die App länger nicht genutzt. Bitte entsperren Sie die App mit Ihrer PIN."),
        ("The app is locked", "You have not used the app for a while. Please unlock it with your PIN."), .unlock
      )
    case .undetermined:
      (
        ("App gesperrt", "Bitte entsperren Sie die App mit Ihrer PIN."),
        ("The app is locked", "Please unlock it with your PIN."), .unlock
      )
    case .background:
      (
        ("Willkommen zurück", "Zu Ihrem Schutz wurde die App gesperrt. Bitte entsperren Sie die App mit Ihrer PIN."),
        ("Welcome back", "The app was locked to protect your data. Please unlock it with your PIN."), .unlock
      )
    case .stepUp:
      (
        ("Bitte bestätigen", "Bitte bestätigen Sie mit Ihrer PIN, dass Sie es sind."),
        ("Please confirm", "Please confirm with your PIN that it is you."), .unlock
      )
    case .device:
      (
        (
          "Gerät wird nicht als sicher erkannt",
          "Die App bleibt gesperrt, bis das Gerät wieder als sicher erkannt wird. Ihre Daten bleiben erhalten."
        ),
        (
          "This device does not appear safe",
          "The app stays locked until the device appears safe again. Your data is kept."
        ), .close
      )
    }
  }
}
