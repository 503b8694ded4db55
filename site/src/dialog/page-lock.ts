/** Keeps the page behind the dialog as it is. Returns what lets it go. */
export function lockPage(): () => void {
  const root = document.documentElement;
  const theme = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  const { title } = document;
  const color = theme?.content ?? '';
  // The room of a scroll bar that goes stays free, so that nothing moves.
  root.style.setProperty('--scroll-bar', `${innerWidth - root.clientWidth}px`);
  root.dataset.locked = '';
  if (theme) theme.content = '#0e100e';
  return () => {
    delete root.dataset.locked;
    root.style.removeProperty('--scroll-bar');
    if (theme) theme.content = color;
    document.title = title;
  };
}

/** The name of the site, as every page tells it to those who link to it. */
export function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? '';
}
