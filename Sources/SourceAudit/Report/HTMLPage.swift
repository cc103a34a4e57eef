/// What every page of the report shares: escaping, the content policy, style and script.
enum HTMLPage {
  /// Safe between tags and inside quoted attributes; control characters as `\u{…}`.
  /// Source: WHATWG HTML, "Escaping a string".
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in AuditText.escaped(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result  // O.Source_2#722
  }

  /// 1234567 as 1 234 567, with blanks that do not break.
  static func grouped(_ number: Int) -> String {
    let digits = String(number)
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += "\u{202F}" }
      result.append(digit)
    }
    return result
  }

  /// Nothing is loaded from anywhere; only this one script runs, named by its digest.
  static let contentPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(scriptDigest)'; base-uri 'none'; "
    + "form-action 'none'"

  /// SHA-256 of ``script`` in Base64: a browser runs no other. A test compares the two.
  private static let scriptDigest = "VRsSdUTDZxGxuaZpUuB4aRHkAEKRpw1Ce7c47Zih714="

  static let script = """
    (function () {
      var word = document.getElementById('word'), quiet = document.getElementById('quiet');
      if (!word) return;
      var form = word.closest('form'), shown = document.getElementById('shown');
      var cards = Array.prototype.slice.call(document.querySelectorAll('.finding'));
      var files = Array.prototype.slice.call(document.querySelectorAll('.file'));
      var texts = cards.map(function (card) { return card.textContent.toLowerCase(); });
      function filter() {
        var wanted = word.value.toLowerCase(), on = {}, count = 0;
        form.querySelectorAll('input[name=severity]').forEach(function (box) { on[box.value] = box.checked; });
        cards.forEach(function (card, row) {
          var keep = on[card.dataset.severity] && texts[row].indexOf(wanted) >= 0 &&
            (quiet.checked || !card.classList.contains('quiet'));
          card.hidden = !keep;
          if (keep) count += 1;
        });
        files.forEach(function (file) { file.hidden = !file.querySelector('.finding:not([hidden])'); });
        shown.textContent = count + ' of ' + cards.length + ' shown';
      }
      function open() {
        var rule = location.hash && document.getElementById(location.hash.slice(1));
        if (rule && rule.tagName === 'DETAILS') { rule.open = true; }
      }
      form.addEventListener('input', filter);
      form.addEventListener('submit', function (event) { event.preventDefault(); });
      window.addEventListener('hashchange', open);
      window.addEventListener('beforeprint', function () {
        files.forEach(function (file) { file.open = true; });
      });
      filter();
      open();
    })();
    """

  static let style = """
    :root { color-scheme: light dark; --ink: #1c2126; --soft: #5a6570; --paper: #fff; --card: #f6f7f9; --line: #dfe3e8;
      --error: #b3261e; --warning: #8a5a00; --note: #23609c; --good: #1f7a4a; --plain: #5b6b7d; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e7eaee; --soft: #9aa5b1; --paper: #14171a; --card: #1d2125;
      --line: #333a41; --error: #ff8a80; --warning: #f0b95a; --note: #7db7f0; --good: #6fcf97; --plain: #8fa1b5; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1.25rem 3rem; background: var(--paper); color: var(--ink);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    h1 { margin: 0; font-size: 1.75rem; overflow-wrap: anywhere; } h2 { margin: 2.25rem 0 .75rem; font-size: 1.25rem; }
    h3 { margin: 0; font-size: 1rem; font-weight: 600; overflow-wrap: anywhere; }
    .kind { margin: 0; color: var(--soft); letter-spacing: .04em; } code, pre { font-family: ui-monospace, "SF Mono",
      Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .86em; } code { overflow-wrap: anywhere; }
    .verdict { margin: .5rem 0 1rem; font-size: 1.1rem; } .verdict strong { padding: .1em .6em; border-radius: 1em;
      color: var(--paper); background: var(--plain); margin-right: .4em; } .fails strong { background: var(--error); }
    .holds strong { background: var(--good); } .undetermined strong { background: var(--warning); }
    .tiles { display: flex; flex-wrap: wrap; gap: .6rem; margin: 0; padding: 0; list-style: none; }
    .tiles li { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .5rem .9rem;
      color: var(--soft); } .tiles b { display: block; font-size: 1.4rem; line-height: 1.2; color: var(--ink); }
    .tiles .error b { color: var(--error); } .tiles .warning b { color: var(--warning); }
    .tiles .note b { color: var(--note); }
    .charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: 1rem; margin-top: 1.5rem;
      align-items: start; } figure { margin: 0; background: var(--card); border: 1px solid var(--line);
      border-radius: .6rem; padding: .9rem 1rem .6rem; } figcaption { font-weight: 600; margin-bottom: .6rem; }
    svg { display: block; width: 100%; height: auto; } svg text { fill: var(--ink); font-size: 13px; }
    svg .value { fill: var(--soft); } .track { fill: var(--line); } rect.error { fill: var(--error); }
    rect.warning { fill: var(--warning); } rect.note { fill: var(--note); } rect.plain { fill: var(--plain); }
    rect.good { fill: var(--good); }
    .filter { display: flex; flex-wrap: wrap; gap: .5rem 1.1rem; align-items: center; margin-bottom: 1rem; }
    input[type=search] { font: inherit; padding: .35rem .6rem; border: 1px solid var(--line); border-radius: .4rem;
      background: var(--paper); color: var(--ink); width: 16rem; max-width: 100%; } output { color: var(--soft); }
    .file { margin-bottom: 1rem; } summary { cursor: pointer; overflow-wrap: anywhere; } .file > summary {
      font-weight: 600; padding: .3rem 0; } .count { color: var(--soft); font-weight: 400; }
    .finding { border: 1px solid var(--line); border-left: .3rem solid var(--plain); border-radius: .5rem;
      background: var(--card); padding: .75rem 1rem; margin: .6rem 0; } .finding.error { border-left-color: var(--error); }
    .finding.warning { border-left-color: var(--warning); } .finding.note { border-left-color: var(--note); }
    .finding.quiet { opacity: .75; } .finding p { margin: .3rem 0; } .chip { font-size: .8rem; font-weight: 700;
      margin-right: .3em; } .error .chip { color: var(--error); } .warning .chip { color: var(--warning); }
    .note .chip { color: var(--note); } .place, .ids { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
    .tag { border: 1px solid var(--line); border-radius: 1em; padding: 0 .55em; font-size: .82rem; margin-left: .3em; }
    a { color: var(--note); } pre { background: var(--paper); border: 1px solid var(--line); border-radius: .4rem;
      padding: .55rem .7rem; margin: .5rem 0; overflow-x: auto; } pre i { color: var(--error); font-style: normal;
      font-weight: 700; } .number { color: var(--soft); } ol.way { margin: .2rem 0 .5rem; padding-left: 1.4rem;
      font-size: .93rem; } p.way { color: var(--soft); font-size: .93rem; }
    table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .4rem .6rem;
      border-bottom: 1px solid var(--line); overflow-wrap: anywhere; } th { color: var(--soft); font-weight: 600; }
    .rule { border-bottom: 1px solid var(--line); padding: .35rem 0; } footer { margin-top: 3rem; color: var(--soft);
      font-size: .9rem; } :focus-visible { outline: 2px solid var(--note); outline-offset: 2px; }
    @media print { body { max-width: none; padding: 0; font-size: 11px; } .filter, .rules { display: none; }
      .finding, figure, tr { break-inside: avoid; } .charts { grid-template-columns: repeat(2, 1fr); } }
    """
}
