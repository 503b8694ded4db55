/** Stylesheets asked for so far, by address. */
const asked = new Map<string, Promise<void>>();

/**
 * Loads a stylesheet that most pages don't need, unless the page has it in its head. Throws when it
 * does not load; the next call tries again.
 */
export function loadStylesheet(href: string): Promise<void> {
  const known = asked.get(href);
  if (known) return known;
  // Scripts run after the stylesheets of the head.
  if (document.head.querySelector(`link[rel="stylesheet"][href="${CSS.escape(href)}"]`))
    return Promise.resolve();
  const loading = new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      asked.delete(href);
      reject(new Error(`${href} did not load`));
    });
    document.head.append(link);
  });
  asked.set(href, loading);
  return loading;
}
