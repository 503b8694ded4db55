// Runs before the first paint, so that a dark theme starts without a white flash.
(() => {
  try {
    const theme = localStorage.getItem('admin-theme') === 'dark' ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    // Until the styles load, the page has the chosen theme, not the system's.
    const scheme = document.createElement('meta');
    scheme.name = 'color-scheme';
    scheme.content = theme;
    document.head.append(scheme);
    document.documentElement.lang = localStorage.getItem('admin-language') === 'nl' ? 'nl' : 'en';
  } catch {
    // Storage is blocked: the page stays light.
  }
})();
