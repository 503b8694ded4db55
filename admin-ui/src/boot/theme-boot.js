// Runs before the first paint, so that nobody who chose dark sees a white flash.
(() => {
  try {
    const theme = localStorage.getItem('admin-theme') === 'dark' ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    document.documentElement.lang = localStorage.getItem('admin-language') === 'nl' ? 'nl' : 'en';
  } catch {
    // Storage may be blocked; the light default in the page stands.
  }
})();
