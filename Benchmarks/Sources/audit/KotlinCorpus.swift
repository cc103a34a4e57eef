import Foundation
import SourceAudit

/// Kotlin and Java to read: a repository class as apps have them, and the rules' own examples, each name changed.
enum KotlinCorpus {
  static func generated(lines: Int) -> [SourceText] {
    let examples = Audit.manuals.flatMap { $0.violating + $0.conforming }
    let kotlin = examples.filter { $0.path.hasSuffix(".kt") }.map(\.source)
    let java = examples.filter { $0.path.hasSuffix(".java") }.map(\.source)
    var files: [SourceText] = []
    var count = 0
    while count < lines {
      let number = files.count
      let isJava = number % 8 == 7
      var text = ""
      var heads: [String] = []
      var own = 1
      for part in 0..<8 {
        let name = "\(number)x\(part)"
        let body = isJava ? "" : repository.replacing("NN", with: name)
        let written = isJava ? java[(number + part) % java.count] : kotlin[(number * 8 + part) % kotlin.count]
        // What may only stand at the top of a file goes there.
        var example = ""
        for line in written.split(separator: "\n", omittingEmptySubsequences: false) where !line.hasPrefix("package ") {
          if line.hasPrefix("import ") { heads.append(String(line)) } else { example += line + "\n" }
        }
        let wrapped =
          isJava ? example.replacing("class A", with: "class A\(name)") : "object Part\(name) {\n\(example)\n}\n"
        text += body + wrapped + "\n"
        own += (body + wrapped).utf8.count { $0 == UInt8(ascii: "\n") } + 1
      }
      heads.insert("package app.part\(number)" + (isJava ? ";" : ""), at: 0)
      text = heads.joined(separator: "\n") + "\n" + text
      files.append(SourceText(path: "app/src/main/java/Part\(number).\(isJava ? "java" : "kt")", text: text))
      count += own
    }
    return files
  }

  private static let repository = """
    class RepositoryNN(private val api: Api, private val dao: DaoNN) : Base(), Source<ItemNN> {
        private val _state = MutableStateFlow<UiState>(UiState.Loading)
        val state: StateFlow<UiState> = _state.asStateFlow()

        /** Loads one item, from the store or from the server. */
        suspend fun load(id: String, force: Boolean = false): Result<ItemNN> = withContext(Dispatchers.IO) {
            try {
                val cached = dao.find(id)?.takeIf { !force && it.age < MAX_AGE_NN }
                if (cached != null) {
                    return@withContext Result.success(cached.toItem())
                }
                val response = api.get("items/$id?x=${force.toString()}")
                response.body()?.let { body ->
                    dao.insert(body.copy(name = body.name.trim(), tags = body.tags.filter { tag -> tag.length > 3 }))
                    _state.update { it.copy(items = it.items + body, loading = false) }
                } ?: throw IOException("no body for item NN")
                Result.success(response.body()!!.toItem())
            } catch (e: IOException) {
                Log.e(TAG, "load failed: " + e.message)
                Result.failure(e)
            }
        }

        private fun sorted(list: List<ItemNN>): Map<String, List<ItemNN>> {
            val result = mutableMapOf<String, MutableList<ItemNN>>()
            for (item in list) {
                result.getOrPut(item.key) { mutableListOf() }.add(item)
            }
            return when (list.size) {
                0 -> emptyMap()
                in 1..10 -> result
                else -> result.filterValues { it.size > 1 }
            }
        }

        companion object {
            private const val TAG = "RepositoryNN"
            private const val MAX_AGE_NN = 60 * 60 * 1000L
        }
    }

    """
}
