/// Tells by its words whether a name is one of data about somebody's health or identity.
///
/// Knows plain words of English. Does not know other languages, and takes no name for personal that also says that it is
/// about something else: a count, a switch, a piece of the interface, a sample.
enum PersonalWords {
  private static let nouns: Set<String> = [
    "diagnosis", "diagnoses", "prescription", "prescriptions", "medication", "medications", "patient", "patients",
    "therapy", "therapies", "anamnesis", "allergy", "allergies", "vaccination", "vaccinations", "symptom", "symptoms",
    "birthdate",
  ]
  private static let phrases: Set<String> = [
    "lab result", "lab results", "blood pressure", "blood glucose", "blood sugar", "blood type", "health record",
    "health records", "health data", "medical record", "medical records", "medical history", "medical data",
    "patient name", "patient names", "patient number", "insurance number", "passport number", "birth date",
    "date of birth",
  ]
  /// What is in a product, and what is wrong with a machine.
  private static let others: Set<String> = [
    "network", "crash", "device", "battery", "system", "connection", "sample", "samples", "mock", "mocks", "demo",
    "example", "examples", "template", "templates", "catalog", "catalogue", "schema", "portal", "app",
    "cell", "row", "button", "tab", "section", "header", "footer", "controller", "coordinator", "router",
    "layout", "style", "theme",
  ]

  static func isPersonal(_ name: String) -> Bool {
    let words = SecretWords.words(of: name)
    let pairs = zip(words, words.dropFirst()).map { $0 + " " + $1 }
    let found = (pairs + zip(pairs, words.dropFirst(2)).map { $0 + " " + $1 }).filter(phrases.contains)
    guard !found.isEmpty || words.contains(where: nouns.contains) else { return false }
    // The name of a patient is one of the patient's, not a fact about one.
    let explained = Set(found.flatMap { $0.split(separator: " ").map(String.init) })
    let rest = Set(words).subtracting(explained)
    return rest.isDisjoint(with: SecretWords.facts) && rest.isDisjoint(with: others)
  }
}
