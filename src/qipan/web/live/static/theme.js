// Light or dark as the reader chose it, before anything is drawn: what a style sheet says for a
// dark system holds always, or never. Runs while the head of the page is read.

(() => {
  /** What each rule asked for, as it was written. @type {Map<CSSMediaRule, string>} */
  const written = new Map();

  function chosen() {
    try {
      return localStorage.getItem("qipan.theme") ?? "";
    } catch {
      return ""; // without storage it is as the system says
    }
  }

  function apply() {
    const theme = chosen();
    for (const sheet of document.styleSheets)
      for (const rule of sheet.cssRules)
        if (rule instanceof CSSMediaRule && rule.media.mediaText.includes("prefers-color-scheme"))
          written.set(rule, rule.media.mediaText);
    for (const [rule, asked] of written)
      rule.media.mediaText = theme === "dark" ? "all" : theme === "light" ? "not all" : asked;
    document.documentElement.style.colorScheme = theme;
  }
  document.addEventListener("qipan:theme", apply);
  apply();
})();
