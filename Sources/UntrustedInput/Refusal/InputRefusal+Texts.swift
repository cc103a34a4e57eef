extension InputRefusal.Reason {
  /// Two sentences; `#` stands for the limit.
  typealias Texts = (german: String, english: String)

  var texts: Texts {
    switch self {
    case .empty: ("Bitte etwas eingeben.", "Please enter something.")
    case .tooShort: ("Mindestens # Zeichen sind nötig.", "At least # characters are needed.")
    case .tooLong: ("Höchstens # Zeichen sind erlaubt.", "At most # characters are allowed.")
    case .tooLarge: ("Die Daten sind größer als # Byte.", "The data are larger than # bytes.")
    case .notText: ("Das ist kein lesbarer Text.", "This is not readable text.")
    case .controlCharacter: ("Der Text enthält ein Steuerzeichen.", "The text contains a control character.")
    case .invisibleCharacter:
      (
        "Der Text enthält ein unsichtbares Zeichen.",
        "The text contains an invisible character."
      )
    case .unknownCharacter: ("Der Text enthält ein unbekanntes Zeichen.", "The text contains an unknown character.")
    case .missingAt: ("In der Adresse fehlt das @.", "The address has no @.")
    case .secondAt: ("Die Adresse hat ein @ zu viel.", "The address has one @ too many.")
    case .localPartEmpty: ("Vor dem @ steht nichts.", "There is nothing before the @.")
    case .localPartTooLong: ("Vor dem @ stehen mehr als # Byte.", "There are more than # bytes before the @.")
    case .localPartCharacter:
      (
        "Dieses Zeichen ist vor dem @ nicht erlaubt.",
        "This character is not allowed before the @."
      )
    case .misplacedDot:
      (
        "Ein Punkt darf nicht am Anfang, am Ende oder neben einem Punkt stehen.",
        "A dot must not stand first, last or beside another dot."
      )
    case .unfinishedQuote:
      (
        "Das Anführungszeichen wird nicht richtig geschlossen.",
        "The quotation mark is not closed properly."
      )
    case .blank: ("Leerzeichen sind hier nicht erlaubt.", "Blanks are not allowed here.")
    case .comment: ("Anmerkungen in Klammern sind nicht erlaubt.", "Comments in brackets are not allowed.")
    case .displayName:
      (
        "Bitte nur die Adresse eingeben, ohne Namen und spitze Klammern.",
        "Please enter the address only, without name and angle brackets."
      )
    case .addressLiteral:
      (
        "Statt einer Zahlenadresse wird der Name der Domain gebraucht.",
        "The name of the domain is needed, not a numeric address."
      )
    case .malformedAddressLiteral: ("Das ist keine gültige Zahlenadresse.", "This is not a valid numeric address.")
    case .domainEmpty: ("Die Domain fehlt.", "The domain is missing.")
    case .domainTooLong: ("Die Domain ist länger als # Zeichen.", "The domain is longer than # characters.")
    case .labelEmpty: ("In der Domain stehen Punkte falsch.", "The dots of the domain stand in the wrong places.")
    case .labelTooLong:
      (
        "Ein Teil der Domain ist länger als # Zeichen.",
        "A part of the domain is longer than # characters."
      )
    case .domainCharacter:
      (
        "Dieses Zeichen ist in einer Domain nicht erlaubt.",
        "This character is not allowed in a domain."
      )
    case .misplacedHyphen:
      (
        "Ein Bindestrich steht in der Domain an falscher Stelle.",
        "A hyphen stands in the wrong place of the domain."
      )
    case .singleLabel: ("Der Domain fehlt die Endung.", "The domain has no ending.")
    case .numericEnding: ("Eine Domain endet nicht auf eine Zahl.", "A domain does not end in a number.")
    case .malformedPunycode:
      (
        "Die kodierte Form dieser Domain ist ungültig.",
        "The encoded form of this domain is not valid."
      )
    case .misplacedDomainCharacter:
      (
        "Dieses Zeichen ist an dieser Stelle einer Domain nicht erlaubt.",
        "This character is not allowed in this place of a domain."
      )
    case .mixedDirections: ("Die Domain mischt Schreibrichtungen.", "The domain mixes writing directions.")
    case .commonPassword:
      (
        "Dieses Passwort gehört zu denen, die zuerst geraten werden.",
        "This password is among the first that are guessed."
      )
    case .passwordLikeName:
      (
        "Das Passwort ist der Name des Kontos oder kaum mehr.",
        "The password is the account's name, or little more."
      )
    case .passwordUnchanged: ("Das neue Passwort ist das alte.", "The new password is the old one.")
    case .passwordKinds:
      (
        "Das Passwort braucht mehr Arten von Zeichen: Klein- und Großbuchstaben, Ziffern, andere.",
        "The password needs more kinds of characters: small letters, capitals, digits, others."
      )
    case .weakPIN: ("Diese PIN ist leicht zu erraten.", "This PIN is easy to guess.")
    case .notDigits: ("Nur Ziffern sind erlaubt.", "Only digits are allowed.")
    case .notADuration:
      (
        "Bitte eine Dauer wie 7:30 oder 7h30m eingeben.",
        "Please enter a duration such as 7:30 or 7h30m."
      )
    case .durationTooLong: ("Höchstens # Stunden sind möglich.", "At most # hours are possible.")
    case .notATime: ("Bitte eine Uhrzeit wie 22:30 eingeben.", "Please enter a time such as 22:30.")
    case .notATimeRange:
      (
        "Bitte einen Zeitraum wie 22:30-06:45 eingeben.",
        "Please enter a range of times such as 22:30-06:45."
      )
    case .emptyTimeRange: ("Beginn und Ende sind gleich.", "Start and end are the same.")
    case .notADay: ("Bitte einen Tag wie 2026-03-29 eingeben.", "Please enter a day such as 2026-03-29.")
    case .skippedTime:
      (
        "Diese Uhrzeit gibt es an diesem Tag nicht: die Uhr wird vorgestellt.",
        "This time does not exist on this day: the clock goes forward."
      )
    case .malformedLink: ("Das ist kein gültiger Link.", "This is not a valid link.")
    case .linkCharacter: ("Dieses Zeichen ist in einem Link nicht erlaubt.", "This character is not allowed in a link.")
    case .foreignScheme: ("Links dieser Art öffnet die App nicht.", "The app does not open links of this kind.")
    case .foreignHost: ("Links zu dieser Adresse öffnet die App nicht.", "The app does not open links to this address.")
    case .linkCredentials: ("Der Link enthält Anmeldedaten.", "The link contains credentials.")
    case .linkPort: ("Der Link nennt einen Port.", "The link names a port.")
    case .linkFragment:
      ("Der Link nennt eine Stelle hinter einer Raute.", "The link names a place behind a number sign.")
    case .percentEncoding: ("Der Link ist falsch kodiert.", "The link is encoded wrongly.")
    case .doubleEncoding: ("Der Link ist doppelt kodiert.", "The link is encoded twice.")
    case .pathTricks: ("Der Pfad des Links ist nicht eindeutig.", "The path of the link is ambiguous.")
    case .unknownRoute: ("Dieses Ziel kennt die App nicht.", "The app does not know this target.")
    case .tooManyParts: ("Der Link hat mehr als # Teile.", "The link has more than # parts.")
    case .repeatedParameter: ("Eine Angabe steht zweimal im Link.", "The link gives one parameter twice.")
    case .unknownParameter: ("Der Link enthält eine unbekannte Angabe.", "The link contains an unknown parameter.")
    case .missingParameter: ("Dem Link fehlt eine Angabe.", "A parameter of the link is missing.")
    case .parameterValue:
      (
        "Eine Angabe im Link hat keinen gültigen Wert.",
        "A parameter of the link has no valid value."
      )
    case .nestedLink: ("Der Link enthält einen weiteren Link.", "The link contains another link.")
    case .pathSeparator:
      (
        "Der Dateiname enthält ein Trennzeichen für Ordner.",
        "The file name contains a separator of folders."
      )
    case .fileNameCharacter:
      (
        "Dieses Zeichen ist in Dateinamen nicht erlaubt.",
        "This character is not allowed in file names."
      )
    case .leadingDot: ("Ein Dateiname darf nicht mit einem Punkt beginnen.", "A file name must not begin with a dot.")
    case .leadingDash:
      (
        "Ein Dateiname darf nicht mit einem Bindestrich beginnen.",
        "A file name must not begin with a hyphen."
      )
    case .fileNameEdge:
      (
        "Ein Dateiname darf nicht mit Leerzeichen beginnen oder mit Leerzeichen oder Punkt enden.",
        "A file name must not begin with a blank, or end with a blank or dot."
      )
    case .reservedName: ("Dieser Name ist für Geräte reserviert.", "This name is reserved for devices.")
    case .foreignExtension:
      (
        "Dateien mit dieser Endung sind nicht erlaubt.",
        "Files with this extension are not allowed."
      )
    case .malformedJSON: ("Die Nachricht ist beschädigt.", "The message is damaged.")
    case .tooDeep:
      (
        "Die Nachricht ist tiefer als # Ebenen verschachtelt.",
        "The message is nested deeper than # levels."
      )
    case .tooManyValues: ("Die Nachricht hat mehr als # Werte.", "The message has more than # values.")
    case .repeatedMember: ("Eine Angabe steht zweimal in der Nachricht.", "The message gives one value twice.")
    case .numberOutOfRange:
      (
        "Eine Zahl der Nachricht liegt außerhalb ihrer Grenzen.",
        "A number of the message is out of its bounds."
      )
    case .unknownMessage: ("Diese Nachricht kennt die App nicht.", "The app does not know this message.")
    case .unknownMember: ("Die Nachricht enthält eine unbekannte Angabe.", "The message contains an unknown value.")
    case .missingMember: ("Der Nachricht fehlt eine Angabe.", "A value of the message is missing.")
    case .memberValue: ("Eine Angabe der Nachricht hat keinen gültigen Wert.", "A value of the message is not valid.")
    case .unknownImage: ("Das ist kein Bild, das die App kennt.", "This is no image that the app knows.")
    case .refusedFormat: ("Bilder in diesem Format sind nicht erlaubt.", "Images in this format are not allowed.")
    case .activeImage:
      (
        "Bilder mit Programmen oder Verweisen sind nicht erlaubt.",
        "Images with programs or references are not allowed."
      )
    case .mislabelledImage:
      (
        "Der Inhalt des Bildes passt nicht zu seinem Typ.",
        "The content of the image does not fit its type."
      )
    case .damagedImage: ("Das Bild ist beschädigt.", "The image is damaged.")
    case .tooManyPixels: ("Das Bild hat mehr als # Bildpunkte.", "The image has more than # pixels.")
    case .sideTooLong:
      (
        "Eine Seite des Bildes hat mehr als # Bildpunkte.",
        "A side of the image has more than # pixels."
      )
    case .tooManyFrames: ("Das Bild hat mehr als # Einzelbilder.", "The image has more than # frames.")
    case .tooManyPasses:
      (
        "Das Bild braucht mehr als # Durchgänge, um gelesen zu werden.",
        "The image takes more than # passes to be read."
      )
    case .trailingData: ("Hinter dem Bild stehen weitere Daten.", "There are further data behind the image.")
    }
  }
}
