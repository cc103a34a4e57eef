import UntrustedInput

/// A build file of native code: of CMake, or of ndk-build. It is read as it stands and never run.
///
/// - Protects against: flags that a release build hands to compiler or linker, in the commands and variables that are
///   made for it.
/// - Does not protect against: flags that a variable of another name, a function, a generator expression or a toolchain
///   file brings in.
struct NativeBuild: Sendable {
  /// One word of what the compiler or the linker is told.
  struct Flag: Sendable, Hashable {
    let text: String
    let position: TextPosition
    /// The command or the variable that takes it, in the branch where it does.
    var holder = ""
  }

  let file: SourceText
  /// Those of debug builds are left out.
  let flags: [Flag]
  /// Where what did not end begins; nil for a file that was read whole.
  let brokenLine: Int?

  init(_ file: SourceText) {
    self.file = file
    (flags, brokenLine) =
      Self.name(file.path).hasSuffix(".mk") ? MakeText.flags(file.text) : CMakeText.flags(file.text)
  }

  /// Whether it builds for Android by itself: ndk-build always does, CMake where the file says so.
  var namesAndroid: Bool {
    let name = Self.name(file.path)
    return name == "android.mk" || name == "application.mk"
      || ["ANDROID", "log-lib", "jni.h", "native_app_glue"].contains { file.text.contains($0) }
  }

  /// Told by the names that CMake and ndk-build look for.
  static func isRead(_ path: String) -> Bool {
    ["cmakelists.txt", "android.mk", "application.mk"].contains(name(path))
  }

  private static func name(_ path: String) -> String { (path.split(separator: "/").last ?? "").lowercased() }
}
