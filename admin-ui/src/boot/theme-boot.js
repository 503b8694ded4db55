// Runs before the first paint, so that nobody who chose dark sees a white flash.
(() => {
  try {
    const theme = localStorage.getItem('admin-theme') === 'dark' ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    // Also before the styles are there: the bare page is of the chosen theme, not of the system's.
    const scheme = document.createElement('meta');
    scheme.name = 'color-scheme';
    scheme.content = theme;
    document.head.append(scheme);
    document.documentElement.lang = localStorage.getItem('admin-language') === 'nl' ? 'nl' : 'en';
  } catch {
    // Storage may be blocked; the light default in the page stands.
  }
})();
