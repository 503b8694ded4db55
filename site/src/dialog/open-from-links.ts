/** Links with pictures open the dialog. Without it they work as plain links. */

/** Whether a click should open the link here, rather than in a new tab or as a download. */
function isPlainClick(event: MouseEvent): boolean {
  const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
  return !(button !== 0 || ctrlKey || metaKey || shiftKey || altKey || defaultPrevented);
}

/**
 * Opens the dialog from the links in `part` that match a selector. `load` gets its script when a visitor points at one;
 * if that or `open` fails, the browser follows the link. Returns a function that opens the dialog from a link.
 */
export function openFromLinks<Script>(
  part: Element,
  selector: string,
  load: () => Promise<Script>,
  open: (script: Script, link: HTMLAnchorElement) => Promise<void>,
): (link: HTMLAnchorElement) => void {
  const linkOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLAnchorElement>(selector) : null;
  const go = (link: HTMLAnchorElement) => {
    load()
      .then((script) => open(script, link))
      .catch(() => location.assign(link.href));
  };
  for (const intent of ['pointerover', 'focusin', 'touchstart']) {
    // Ignores a failed preload: the click tries again.
    const prepare = (event: Event) => linkOf(event) && load().catch(() => undefined);
    part.addEventListener(intent, prepare, { passive: true });
  }
  part.addEventListener('click', (event) => {
    const link = linkOf(event);
    if (!link || !(event instanceof MouseEvent) || !isPlainClick(event)) return;
    event.preventDefault();
    go(link);
  });
  return go;
}
