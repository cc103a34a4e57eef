// Files of a project that are no code, one reader by the first byte: markup of Android, strict and broken, lock files and
// Podfiles, projects and schemes of Xcode, properties. Whatever is read has its place inside the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard let first = bytes.first else { return 0 }
  let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
  let lines = text.count(where: \.isNewline) + text.utf8.count { $0 == 10 } + 1
  func hold(_ positions: [TextPosition]) {
    guard positions.allSatisfy({ (1...lines).contains($0.line) && $0.column > 0 }) else { fatalError("no such place") }
  }
  switch first % 8 {
  case 0:
    let file = SourceText(path: "app/src/main/AndroidManifest.xml", text: text)
    for xml in AndroidXML.readings(of: file).files { hold(xml.root.everyElement.map(\.position)) }
  case 1: if let root = BrokenMarkup.root(of: text) { hold(root.everyElement.map(\.position)) }
  case 2: hold(PodText.pins(of: SourceText(path: "Podfile", text: text), .podfile).map(\.position))
  case 3: hold(PodText.pins(of: SourceText(path: "Cartfile", text: text), .cartfile).map(\.position))
  case 4:
    hold(PodText.locked(SourceText(path: "Podfile.lock", text: text)).map(\.position))
    hold((DependencyPin.read(SourceText(path: "Package.resolved", text: text), .package) ?? []).map(\.position))
  case 5:
    for list in PropertyList.readings(of: SourceText(path: "A.xcodeproj/project.pbxproj", text: text)).lists {
      let project = XcodeProject(list, BuildSettingsFolder([]))
      for configuration in project.configurations { _ = configuration.settings.count }
      _ = DependencyPin.packages(of: list).count
    }
  case 6: if let archive = Scheme(SourceText(path: "A.xcscheme", text: text))?.archive { hold([archive.position]) }
  default: hold(PropertiesText(SourceText(path: "gradle.properties", text: text)).entries.map(\.position))
  }
  return 0
}
