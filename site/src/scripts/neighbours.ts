/** The arrow keys lead to the neighbours of an item. Without this their links do their work. */

/** What has use for the arrows itself, while the focus is in it. */
const ARROWS_OF_THEIR_OWN = 'input, select, textarea, video, .player';

addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  const rel = key === 'ArrowLeft' ? 'prev' : key === 'ArrowRight' ? 'next' : null;
  if (!rel || event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
  if (target instanceof Element && target.closest(ARROWS_OF_THEIR_OWN)) return;
  // Of a page that is enlarged by fingers they show another part.
  if ((visualViewport?.scale ?? 1) > 1.01) return;
  // Not behind the open menu.
  document.querySelector<HTMLElement>(`:not([inert]) > .neighbours a[rel="${rel}"]`)?.click();
});
