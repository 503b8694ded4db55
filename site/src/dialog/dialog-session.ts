/** One session of the dialog, from opening it until the return to the page. */
import { dialogCopy as copy } from '#copy/scripts.ts';
import { build } from '#lib/dom.ts';
import type { GridItem } from '#lib/grid-item.ts';
import {
  buildFrame,
  type DialogFrame,
  isFullScreen,
  leaveFullScreen,
  listenToControls,
  showControl,
  toggleFullScreen,
} from './dialog-frame.ts';
import { entryState } from './dialog-history.ts';
import { type DialogAction, nextLevel } from './dialog-keys.ts';
import type { DialogList } from './dialog-list.ts';
import { loadDetails } from './item-details.ts';
import { cardPicture, createStage, isZoomed, visibleCardPicture } from './picture-stage.ts';
import { createSlideshow } from './slideshow.ts';

/** Screens with the details beside the picture; the same condition as in dialog-details.css. */
const BESIDE =
  '(min-width: 64em), (orientation: landscape) and (max-height: 30em) and (min-width: 35em)';
/** A slower load shows a notice. */
const SLOW_MS = 500;
/** Pixels per arrow key over an enlarged picture. */
const PAN_STEP = 120;
/** Titles above this length are set smaller, in characters. */
const LONG_TITLE = 60;

/** Whether the visitor last opened or closed the details; null before they chose. */
let detailsWish: boolean | null = null;

const themeColor = () => document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');

/** Locks the page behind the dialog. Returns a function that unlocks it. */
function lockPage(): () => void {
  const root = document.documentElement;
  const theme = themeColor();
  const { title } = document;
  const color = theme?.content ?? '';
  // Keeps the space of the removed scroll bar, so that nothing moves.
  root.style.setProperty('--scroll-bar', `${innerWidth - root.clientWidth}px`);
  root.dataset.locked = '';
  return () => {
    delete root.dataset.locked;
    root.style.removeProperty('--scroll-bar');
    if (theme) theme.content = color;
    document.title = title;
  };
}

/** Shows an item's details: title and place at once, the rest when its page has loaded. */
function describe(frame: DialogFrame, item: GridItem, position: string): void {
  const siteName = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]');
  document.title = siteName ? `${item.title} – ${siteName.content}` : item.title;
  frame.title.textContent = item.title;
  frame.title.toggleAttribute('data-long', item.title.length > LONG_TITLE);
  frame.place.textContent = item.place ?? '';
  frame.place.hidden = !item.place;
  frame.counter.textContent = position;
  frame.dialog.toggleAttribute('data-video', item.type === 'video');
  frame.notice.replaceChildren();
  frame.text.replaceChildren();
  for (const scroller of [frame.details, frame.text]) scroller.scrollTop = 0;
  frame.details.dataset.path = item.path;
  const show = (...parts: Node[]) => {
    // The visitor may have paged on by now.
    if (frame.details.dataset.path === item.path) frame.text.replaceChildren(...parts);
  };
  loadDetails(item.path).then(
    ({ parts }) => show(...parts.map((part) => document.importNode(part, true))),
    () => {
      const link = build('a', { href: item.path }, copy.toPage);
      show(build('p', { class: 'dialog__failure' }, `${copy.detailsFailed} `, link));
    },
  );
}

export interface Session {
  /** Closes after the visitor pressed Back, which has already removed the history entry. */
  closeAfterBack: () => void;
  /** Enters full screen; works only in a key or click handler. */
  fillScreen: () => void;
}

interface SessionOptions {
  list: DialogList;
  index: number;
  /** Called when the dialog has closed; the caller returns to the page's own history entry. */
  onClosed: (index: number) => void;
}

/** Shows the dialog. The item at `index` must be loaded, and the address must be its own. */
export function openSession({ list, index, onClosed }: SessionOptions): Session {
  const frame = buildFrame();
  const { dialog } = frame;
  const pswp = createStage({
    stage: frame.stage,
    bar: frame.bar,
    list,
    index,
    onBeside: (half) => run({ do: half }),
  });
  const unlock = lockPage();
  const ending = new AbortController();
  let isBack = false;
  let shown = -1;
  /** Counts requests: a loaded item is shown only if no other was requested since. */
  let wish = 0;

  const isInside = (at: number) => at >= list.first && at <= list.last;
  /** '3 van 24', or nothing while the total is unknown. */
  const position = () => {
    const count = list.last - list.first + 1;
    return Number.isFinite(count) ? copy.counter(pswp.currIndex - list.first + 1, count) : '';
  };

  const show = () => {
    const { currIndex } = pswp;
    const item = list.item(currIndex);
    if (currIndex === shown) return;
    wish += 1;
    if (!item) return fetchItem(currIndex);
    if (shown !== -1) {
      history.replaceState(entryState(currIndex, performance.timeOrigin), '', item.path);
      frame.status.textContent = [item.title, position()].filter(Boolean).join(', ');
    }
    shown = currIndex;
    describe(frame, item, position());
    frame.previous.setAttribute('aria-disabled', String(currIndex === list.first));
    frame.next.setAttribute('aria-disabled', String(currIndex === list.last));
    for (const near of [currIndex + 1, currIndex - 1, currIndex + 2])
      if (isInside(near)) fetchItem(near);
  };
  /** Loads an item, and shows it if its slide is waiting for it. */
  const fetchItem = async (at: number) => {
    const wasHere = list.item(at) !== null;
    try {
      const { path } = await list.load(at);
      if (!wasHere && !pswp.isDestroying) pswp.refreshSlideContent(at);
      if (Math.abs(at - pswp.currIndex) === 1) loadDetails(path).catch(() => undefined);
    } catch {
      // A quick swipe may have passed an end that was still unknown.
      if (!isInside(pswp.currIndex)) return pswp.goTo(at < shown ? list.first : list.last);
      // Retried when the visitor gets there; shows a notice if they already are.
      if (at === pswp.currIndex && at !== shown) frame.notice.textContent = copy.pictureFailed;
    }
  };
  const goTo = async (to: number) => {
    if (!isInside(to) || !Number.isFinite(to) || to === pswp.currIndex) return;
    const mine = ++wish;
    const isWanted = () => mine === wish && pswp.isOpen && !pswp.isDestroying;
    const say = (text: string) => isWanted() && frame.notice.replaceChildren(text);
    say('');
    const slow = setTimeout(() => say(copy.coming), SLOW_MS);
    try {
      await list.load(to);
      if (isWanted()) pswp.goTo(to);
    } catch {
      say(copy.pictureFailed); // the current picture stays
    }
    clearTimeout(slow);
  };
  const zoom = (direction: 1 | -1) => {
    const slide = pswp.currSlide;
    if (!slide) return;
    const { initial: fit, max } = slide.zoomLevels;
    const level = nextLevel(slide.currZoomLevel, direction, { fit, max });
    slide.zoomTo(level, undefined, pswp.options.zoomAnimationDuration);
  };
  const resize = () => pswp.isOpen && pswp.updateSize(true);
  const setDetails = (isOpen: boolean) => {
    dialog.toggleAttribute('data-details', isOpen);
    frame.toggle.setAttribute('aria-expanded', String(isOpen));
    resize();
  };
  const toggleDetails = () => {
    const isOpen = !dialog.hasAttribute('data-details');
    if (matchMedia(BESIDE).matches) detailsWish = isOpen;
    setDetails(isOpen);
  };
  const run = (action: DialogAction) => {
    const slide = pswp.currSlide;
    if (action.do === 'previous') goTo(pswp.potentialIndex - 1);
    if (action.do === 'next') goTo(pswp.potentialIndex + 1);
    if (action.do === 'first') goTo(list.first);
    if (action.do === 'last') goTo(list.last);
    if (action.do === 'zoomIn') zoom(1);
    if (action.do === 'zoomOut') zoom(-1);
    if (action.do === 'fit') slide?.zoomTo(slide.zoomLevels.initial);
    if (action.do === 'details' && !isFullScreen(frame)) toggleDetails();
    if (action.do === 'slideshow') toggleSlideshow();
    if (action.do === 'fullscreen') toggleFullScreen(frame);
    if (action.do === 'pan' && slide)
      slide.panTo(slide.pan.x - action.x * PAN_STEP, slide.pan.y - action.y * PAN_STEP);
  };

  const onSlideshow = (isPlaying: boolean) => {
    dialog.toggleAttribute('data-playing', isPlaying);
    showControl(frame.slideshow, isPlaying ? 'pause' : 'slideshow');
    frame.status.textContent = isPlaying ? copy.playing : copy.paused;
  };
  const close = async () => {
    await leaveFullScreen(frame);
    if (pswp.isDestroying) return;
    if (pswp.opener.isOpen) return pswp.close();
    // Closes without an animation when not fully open.
    beforeClosing();
    pswp.isDestroying = true;
    pswp.destroy();
  };
  const beforeClosing = () => {
    dialog.dataset.closing = '';
    const path = list.item(pswp.currIndex)?.path ?? '';
    if (!visibleCardPicture(path)) cardPicture(path)?.scrollIntoView({ block: 'center' });
    if (!isBack) history.back();
  };
  const setMoving = (isMoving: boolean) => () =>
    frame.stage.classList.toggle('dialog__stage--moving', isMoving);

  pswp.on('change', show);
  const toggleSlideshow = createSlideshow(
    { pswp, dialog, list, goTo, onChange: onSlideshow },
    ending.signal,
  );
  pswp.on('close', beforeClosing);
  pswp.on('destroy', () => {
    ending.abort();
    unlock();
    dialog.close();
    dialog.remove();
    onClosed(shown === -1 ? index : shown);
  });
  pswp.on('openingAnimationStart', setMoving(true));
  pswp.on('openingAnimationEnd', setMoving(false));
  // Applies changes during the animation, such as of the screen.
  pswp.on('openingAnimationEnd', resize);
  pswp.on('closingAnimationStart', setMoving(true));
  pswp.on('zoomPanUpdate', () => dialog.toggleAttribute('data-zoomed', isZoomed(pswp)));
  const setSheet = (isOpen: boolean) => !matchMedia(BESIDE).matches && setDetails(isOpen);
  const handlers = { run, close, resize, setSheet, isZoomed: () => isZoomed(pswp) };
  const current = () => list.item(pswp.currIndex);
  listenToControls(frame, { ...handlers, current }, ending.signal);
  // The sheet grows with its content, and the picture shrinks.
  const sheet = new ResizeObserver(() => {
    dialog.style.setProperty('--sheet', `${frame.details.offsetHeight}px`);
    resize();
  });
  sheet.observe(frame.details);
  ending.signal.addEventListener('abort', () => sheet.disconnect());
  setDetails(detailsWish ?? matchMedia('(min-width: 64em)').matches);

  document.body.append(dialog);
  const theme = themeColor();
  if (theme) theme.content = getComputedStyle(dialog).getPropertyValue('--ground');
  dialog.showModal();
  dialog.focus(); // the dialog itself, so that screen readers read its name
  pswp.init();
  return {
    closeAfterBack: () => {
      isBack = true;
      close();
    },
    fillScreen: () => toggleFullScreen(frame),
  };
}
