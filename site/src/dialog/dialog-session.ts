import type PhotoSwipe from 'photoswipe';
import { dialogCopy as copy } from '#copy/dialog.ts';
import { isZoomed, runner } from './dialog-actions.ts';
import { listenToControls } from './dialog-controls.ts';
import { buildFrame, type DialogFrame } from './dialog-frame.ts';
import { entryState } from './dialog-history.ts';
import type { DialogItems } from './dialog-items.ts';
import { tellItem } from './dialog-texts.ts';
import { dragSheet } from './drag-sheet.ts';
import { loadDetails } from './item-details.ts';
import { lockPage } from './page-lock.ts';
import { createStage } from './picture-stage.ts';
import { cardPicture, visibleCardPicture } from './thumbnail.ts';

/** Where the details stand beside the picture; the stylesheet says the same. */
const BESIDE = '(min-width: 64em), (orientation: landscape) and (max-height: 30em)';

/** What takes longer to come is told. */
const SLOW_MS = 500;

/** Left open by the visitor, or closed; null before they chose. */
let detailsWish: boolean | null = null;

export interface Session {
  /** Closes as the visitor's Back has done: the entry of the history has gone already. */
  closeAfterBack: () => void;
}

interface SessionOptions {
  items: DialogItems;
  index: number;
  /** The address to go back to is the entry before this one. */
  onClosed: (index: number) => void;
}

/** Shows the dialog. The item at `index` is here already, and the address is its own. */
export function openSession({ items, index, onClosed }: SessionOptions): Session {
  const frame = buildFrame();
  const { dialog } = frame;
  const { count } = items;
  const pswp = createStage({ ...frame, count, index, itemAt: items.at });
  const unlock = lockPage();
  const ending = new AbortController();
  let isBack = false;
  let shown = -1;
  /** Counts what the visitor asked for: only the last wish is granted when its item has come. */
  let wish = 0;

  const show = () => {
    const { currIndex } = pswp;
    const item = items.at(currIndex);
    if (currIndex === shown) return;
    wish += 1;
    if (!item) return bring(currIndex);
    const isFirst = shown === -1;
    shown = currIndex;
    if (!isFirst) {
      history.replaceState(entryState(currIndex, performance.timeOrigin), '', item.path);
      frame.status.textContent = copy.announce(item.title, currIndex + 1, count);
    }
    tellItem(frame, item, currIndex + 1, count);
    frame.previous.setAttribute('aria-disabled', String(currIndex === 0));
    frame.next.setAttribute('aria-disabled', String(currIndex === count - 1));
    dialog.toggleAttribute('data-film', item.type === 'video');
    frame.notice.textContent = '';
    fetchAround(currIndex);
  };
  /** Gets an item, and shows it if its slide is waiting for it. */
  const bring = (at: number) => {
    const wasHere = items.at(at) !== null;
    items.load(at).then(
      ({ path }) => {
        if (!wasHere && !pswp.isDestroying) pswp.refreshSlideContent(at);
        if (Math.abs(at - pswp.currIndex) === 1) loadDetails(path).catch(() => undefined);
      },
      () => {
        // Tried again when the visitor gets there; who is there already should know.
        if (at === pswp.currIndex && at !== shown) frame.notice.textContent = copy.pictureFailed;
      },
    );
  };
  const fetchAround = (at: number) => {
    for (const near of [at + 1, at - 1, at + 2]) if (near >= 0 && near < count) bring(near);
  };
  const goTo = (to: number) => {
    if (to < 0 || to >= count || to === pswp.currIndex) return;
    const mine = ++wish;
    const isWanted = () => mine === wish && pswp.isOpen && !pswp.isDestroying;
    const tell = (text: string) => isWanted() && frame.notice.replaceChildren(text);
    tell('');
    const slow = setTimeout(() => tell(copy.coming), SLOW_MS);
    items
      .load(to)
      .then(
        () => isWanted() && pswp.goTo(to),
        () => tell(copy.pictureFailed), // the picture that is there stays
      )
      .finally(() => clearTimeout(slow));
  };
  const close = () => {
    if (pswp.isDestroying) return;
    if (pswp.opener.isOpen) return pswp.close();
    // Not yet fully open: it goes without a movement.
    beforeClosing();
    pswp.isDestroying = true;
    pswp.destroy();
  };

  const beforeClosing = () => {
    dialog.dataset.closing = '';
    const path = items.at(pswp.currIndex)?.path ?? '';
    if (!visibleCardPicture(path)) cardPicture(path)?.scrollIntoView({ block: 'center' });
    if (!isBack) history.back();
  };
  const finish = () => {
    ending.abort();
    unlock();
    dialog.close();
    dialog.remove();
    onClosed(shown === -1 ? index : shown);
  };

  pswp.on('change', show);
  pswp.on('close', beforeClosing);
  pswp.on('destroy', finish);
  pswp.on('closingAnimationStart', () => frame.stage.classList.add('dialog__stage--moving'));
  pswp.on('openingAnimationStart', () => frame.stage.classList.add('dialog__stage--moving'));
  pswp.on('openingAnimationEnd', () => frame.stage.classList.remove('dialog__stage--moving'));
  pswp.on('zoomPanUpdate', () => dialog.toggleAttribute('data-zoomed', isZoomed(pswp)));

  const run = runner(pswp, goTo, () => toggleDetails(frame, pswp));
  listenToControls(frame, run, close, ending.signal, () => {
    const item = items.at(pswp.currIndex);
    return item && { ...item, isZoomed: isZoomed(pswp) };
  });
  dragSheet(
    frame.head,
    () => dialog.hasAttribute('data-details'),
    (yes) => !matchMedia(BESIDE).matches && setDetails(frame, pswp, yes),
  );
  setDetails(frame, null, detailsWish ?? matchMedia('(min-width: 64em)').matches);

  document.body.append(dialog);
  dialog.showModal();
  dialog.focus(); // the whole, so that its name is read
  pswp.init();
  return {
    closeAfterBack: () => {
      isBack = true;
      close();
    },
  };
}

function setDetails(frame: DialogFrame, pswp: PhotoSwipe | null, open: boolean): void {
  frame.dialog.toggleAttribute('data-details', open);
  frame.toggle.setAttribute('aria-expanded', String(open));
  pswp?.updateSize();
}

function toggleDetails(frame: DialogFrame, pswp: PhotoSwipe): void {
  const open = !frame.dialog.hasAttribute('data-details');
  if (matchMedia(BESIDE).matches) detailsWish = open;
  setDetails(frame, pswp, open);
}
