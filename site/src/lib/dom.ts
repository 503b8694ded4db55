/** Elements that scripts create because only scripts can use them. */

type Attributes = Record<string, string | boolean>;

/** Creates an element; text stays text. An attribute that is `false` is left out. */
export function build<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** An icon of 24 by 24, hidden from screen readers: its outlines, and its filled shapes. */
export function icon(line: string, solid = ''): SVGSVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  for (const shape of [line, solid].filter(Boolean)) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', shape);
    path.toggleAttribute('data-solid', shape === solid);
    drawing.append(path);
  }
  return drawing;
}

/** Listens to several kinds of events until the signal aborts. */
export function on(
  target: EventTarget,
  events: readonly string[],
  handler: (event: Event) => void,
  options: AddEventListenerOptions & { signal: AbortSignal },
): void {
  for (const event of events) target.addEventListener(event, handler, options);
}

/** Stylesheets requested so far, by address. */
const stylesheets = new Map<string, Promise<void>>();

/**
 * Loads a stylesheet that most pages don't need, unless the page has it in its head. Throws when
 * loading fails; the next call tries again.
 */
export function loadStylesheet(href: string): Promise<void> {
  const known = stylesheets.get(href);
  if (known) return known;
  // Scripts run after the stylesheets of the head.
  if (document.head.querySelector(`link[rel="stylesheet"][href="${CSS.escape(href)}"]`))
    return Promise.resolve();
  const link = build('link', { rel: 'stylesheet', href });
  const loading = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      stylesheets.delete(href);
      reject(new Error(`${href} did not load`));
    });
  });
  document.head.append(link);
  stylesheets.set(href, loading);
  return loading;
}
