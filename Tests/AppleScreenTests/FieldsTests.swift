#if APPLE_EMULATION
  import AppleScreen
  import Foundation
  import ScreenPrivacy
  import SecurityPolicy
  import Testing
  import UIKit

  @MainActor
  @Suite("Fields, keyboards and the pasteboard of iOS", .ownInterface)
  struct FieldsTests {
    @Test("A fresh field fails for everything; a protected one holds", arguments: SensitiveField.allCases)
    func protected(field: SensitiveField) {
      let line = UITextField(frame: .zero)
      #expect(field.verdict(on: line.fieldTraits) != .holds)
      #expect(line.protect(as: field) == .holds)
      #expect(line.fieldTraits == field.traits)
      #expect(line.isSecureTextEntry == (field != .words))
    }

    @Test("A text view holds words and nothing secret, whatever is set on it", arguments: SensitiveField.allCases)
    func page(field: SensitiveField) throws {
      let page = UITextView(frame: .zero)
      #expect(field.verdict(on: page.fieldTraits) != .holds)
      if field == .words {
        #expect(try page.protect(as: field) == .holds)
        #expect(page.fieldTraits == field.traits)
      } else {
        #expect(throws: FieldRefusal.noSecureEntry(field)) { try page.protect(as: field) }
        page.isSecureTextEntry = true
        #expect(field.verdict(on: page.fieldTraits) != .holds)
      }
      // Refused or not, the keyboard learns nothing.
      #expect(!page.fieldTraits.autocorrects && !page.fieldTraits.predicts && !page.fieldTraits.offersWritingTools)
    }

    @Test("A code is filled in from a message, a PIN is offered to no password store")
    func content() {
      let field = UITextField(frame: .zero)
      field.protect(as: .oneTimeCode)
      #expect(field.textContentType == .oneTimeCode && field.keyboardType == .numberPad)
      field.protect(as: .pin)
      #expect(field.textContentType == nil && field.isSecureTextEntry)
      field.textContentType = .username
      #expect(SensitiveField.pin.verdict(on: field.fieldTraits) != .holds)
    }

    @Test("Who sets a protected field back is found out")
    func setBack() {
      let field = UITextField(frame: .zero)
      field.protect(as: .words)
      field.inlinePredictionType = .default
      #expect(SensitiveField.words.verdict(on: field.fieldTraits) != .holds)
      field.protect(as: .password)
      field.isSecureTextEntry = false
      #expect(SensitiveField.password.verdict(on: field.fieldTraits) != .holds)
    }

    @Test("The delegate's answer refuses keyboards of other makers")
    func keyboards() {
      #expect(!KeyboardRule(ScreenRequirement()).admits(UIApplication.ExtensionPointIdentifier.keyboard))
      #expect(KeyboardRule(ScreenRequirement()).admits(UIApplication.ExtensionPointIdentifier(rawValue: "other")))
    }

    @Test("What is copied stays on the device and ends by itself")
    func pasteboard() {
      let device = EmulatedInterface.current
      let board = SensitivePasteboard(PasteboardRule(ScreenRequirement()))
      board.copy("a note", now: device.now.date)
      #expect(UIPasteboard.general.items.count == 1 && device.itemsElsewhere == 0)
      device.change { $0.date.addTimeInterval(59) }
      #expect(UIPasteboard.general.items.count == 1)
      device.change { $0.date.addTimeInterval(1) }
      #expect(UIPasteboard.general.items.isEmpty)
      UIPasteboard.general.items = [["public.utf8-plain-text": "by another app"]]
      #expect(device.itemsElsewhere == 1)
    }

    @Test("A lock empties what we copied, and not what the person copied since")
    func cleared() {
      let board = SensitivePasteboard(PasteboardRule(ScreenRequirement()))
      board.copy("a note", now: EmulatedInterface.current.now.date)
      board.clear()
      #expect(UIPasteboard.general.items.isEmpty)
      board.copy("a note", now: EmulatedInterface.current.now.date)
      UIPasteboard.general.items = [["public.utf8-plain-text": "something else"]]
      board.clear()
      board.clear()
      #expect(UIPasteboard.general.items.count == 1)
    }
  }
#endif
