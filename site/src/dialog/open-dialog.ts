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
  /** Fills the screen at once, as far as the browser allows it. */
  isFull?: boolean;
  /** Called with the item shown last, so that the focus can return to its card. */
  onClose: (index: number) => void;
}

// This file comes when somebody points at a picture. New rules cost every element of the page its style anew: better then
// than in the click. The click asks again if they did not load.
loadStylesheet(styles).catch(() => undefined);

let session: Session | null = null;
/** What Forward opens again; `release` gives the page's own entry back its place. */
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
      // The tab is back on the page's own entry a moment after `history.back`.
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
  // The list may be another one by now: then the address says best what to show.
  if (item?.path === location.pathname) open(request, index);
  else location.reload();
});

/**
 * Shows an item of the list, and lets the visitor page through it. The address becomes the item's
 * own; Back closes the dialog, Forward opens it again. Throws when the item or the stylesheet can't
 * be loaded; nothing has happened then.
 */
export async function openDialog(request: DialogRequest): Promise<void> {
  const { list, index } = request;
  // A dialog without its styles is never shown.
  const [item] = await Promise.all([list.load(index), loadStylesheet(styles)]);
  if (session) return;
  const release = holdPlace();
  history.pushState(entryState(index, performance.timeOrigin), '', item.path);
  const opened = open({ ...request, release }, index);
  if (request.isFull) opened.fillScreen();
}
