/** The dialog over a list of items (spec §2 Home page, Media library). */
import type { GridItem } from '#lib/grid-item.ts';
import { loadStylesheet } from '#scripts/load-stylesheet.ts';
import styles from '#styles/dialog.css?url';
import { entryState, indexOfEntry } from './dialog-history.ts';
import { type DialogItems, dialogItems } from './dialog-items.ts';
import { openSession, type Session } from './dialog-session.ts';

/** What the dialog pages through; of a long library only the shown part is in memory. */
export interface DialogList {
  count: number;
  item: (index: number) => Promise<GridItem>;
}

export interface DialogRequest {
  list: DialogList;
  /** Position of the item to show first. */
  index: number;
  /** Hears which item was shown last, so that the focus can return to its card. */
  onClose: (index: number) => void;
}

interface Opened {
  items: DialogItems;
  /** How the page's own entry treated its scroll position. */
  restoration: ScrollRestoration;
  onClose: (index: number) => void;
}

let session: Session | null = null;
/** What Forward opens again. */
let last: Opened | null = null;

function open(opened: Opened, index: number): void {
  last = opened;
  session = openSession({
    items: opened.items,
    index,
    onClosed: (shown) => {
      session = null;
      whenBack(() => {
        history.scrollRestoration = opened.restoration;
        opened.onClose(shown);
      });
    },
  });
}

/** Runs once the tab is back on the page's own entry, which takes a moment after `history.back`. */
function whenBack(run: () => void): void {
  if (indexOfEntry(history.state, performance.timeOrigin) === null) run();
  else addEventListener('popstate', () => run(), { once: true });
}

addEventListener('popstate', ({ state }) => {
  if (session) return session.closeAfterBack();
  const index = indexOfEntry(state, performance.timeOrigin);
  if (index === null || !last) return;
  const opened = last;
  opened.items.load(index).then(
    (item) => {
      // The list may be another one by now: then the address says best what to show.
      if (item.path === location.pathname) open(opened, index);
      else location.reload();
    },
    () => location.reload(),
  );
});

/**
 * Shows an item of the list, and lets the visitor page through it. The address becomes the item's
 * own; Back closes the dialog, Forward opens it again. Throws when the item or the stylesheet can't
 * be loaded; nothing has happened then.
 */
export async function openDialog({ list, index, onClose }: DialogRequest): Promise<void> {
  const items = dialogItems(list);
  // A dialog without its styles is never shown.
  const [item] = await Promise.all([items.load(index), loadStylesheet(styles)]);
  if (session) return;
  const restoration = history.scrollRestoration;
  // Back leads to the card that was shown last, not to where the page stood when the dialog opened.
  history.scrollRestoration = 'manual';
  history.pushState(entryState(index, performance.timeOrigin), '', item.path);
  history.scrollRestoration = 'auto';
  open({ items, restoration, onClose }, index);
}
