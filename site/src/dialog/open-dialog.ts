/** The dialog over a list of items (spec §2 Home page, Media library). */
import { loadStylesheet } from '#lib/dom.ts';
import styles from '#styles/viewer.css?url';
import { entryState, holdPlace, indexOfEntry } from './dialog-history.ts';
import type { DialogList } from './dialog-list.ts';
import { openSession, type Session } from './dialog-session.ts';

export interface DialogRequest {
  list: DialogList;
  /** Position of the item to show first. */
  index: number;
  /** Enters full screen at once, if the browser allows it. */
  isFull?: boolean;
  /** Called with the item shown last, so that the focus can return to its card. */
  onClose: (index: number) => void;
}

// This file loads when a visitor points at a picture. New rules make the browser recompute the page's styles, which is
// better done then than at the click. The click tries again if they did not load.
loadStylesheet(styles).catch(() => undefined);

let session: Session | null = null;
/** The request that Forward reopens; `release` restores scrolling on the page's own entry. */
let last: (DialogRequest & { release: () => void }) | null = null;

function open(request: NonNullable<typeof last>, index: number): Session {
  last = request;
  const opened = openSession({
    list: request.list,
    index,
    onClosed: (shown) => {
      session = null;
      const finish = () => {
        request.release();
        request.onClose(shown);
      };
      // The tab returns to the page's own entry shortly after `history.back`.
      if (indexOfEntry(history.state, performance.timeOrigin) === null) finish();
      else addEventListener('popstate', finish, { once: true });
    },
  });
  session = opened;
  return opened;
}

addEventListener('popstate', async ({ state }) => {
  if (session) return session.closeAfterBack();
  const index = indexOfEntry(state, performance.timeOrigin);
  if (index === null || !last) return;
  const request = last;
  const item = await request.list.load(index).catch(() => null);
  // The list may have changed by now: opens only if the item still matches the address.
  if (item?.path === location.pathname) open(request, index);
  else location.reload();
});

/**
 * Shows an item of the list, and lets the visitor page through it. The address becomes the item's
 * own; Back closes the dialog, Forward reopens it. Throws when the item or the stylesheet fails to
 * load, and then changes nothing.
 */
export async function openDialog(request: DialogRequest): Promise<void> {
  const { list, index } = request;
  // Never shows a dialog without its styles.
  const [item] = await Promise.all([list.load(index), loadStylesheet(styles)]);
  if (session) return;
  const release = holdPlace();
  history.pushState(entryState(index, performance.timeOrigin), '', item.path);
  const opened = open({ ...request, release }, index);
  if (request.isFull) opened.fillScreen();
}
