/** Script of every page; its parts are independent, and none is needed to read the page. */
import { FIRST_MOVES, guardHistory } from '#dialog/dialog-history.ts';
import { preparePictures, sharpenPictures } from './pictures.ts';
import { travelToItems } from './view-transition.ts';

/** The top bar turns solid after scrolling this many pixels (spec §9). */
const TOP_BAR_SOLID_PX = 20;
/** Wait before scrolling to a hash (spec §9). */
const HASH_SCROLL_DELAY_MS = 150;

function watchTopBar(): void {
  const bar = document.querySelector('[data-top-bar]');
  const update = () => bar?.toggleAttribute('data-solid', scrollY > TOP_BAR_SOLID_PX);
  addEventListener('scroll', update, { passive: true });
  update();
}

/**
 * The menu on phones is a popover: it opens, closes and returns the focus without script. This exposes
 * its state to assistive technology, keeps the focus inside, and closes it on an in-page link.
 */
function setUpMenu(): void {
  const menu = document.querySelector<HTMLElement>('[data-menu]');
  const button = document.querySelector<HTMLElement>('[data-menu-button]');
  if (!menu || !button) return;

  const show = (isOpen: boolean) => {
    button.setAttribute('aria-expanded', String(isOpen));
    for (const element of document.body.children) {
      if (element instanceof HTMLElement && element !== menu) element.inert = isOpen;
    }
    if (isOpen) menu.querySelector<HTMLElement>('a, button')?.focus();
  };
  // The menu may have been opened before this script ran; browsers without popovers don't know the selector.
  show('popover' in menu && menu.matches(':popover-open'));
  button.setAttribute('aria-controls', menu.id);
  menu.addEventListener('toggle', ({ newState }) => {
    show(newState === 'open');
    if (newState === 'closed') button.focus({ preventScroll: true });
  });
  menu.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) menu.hidePopover();
  });
  // On a wider screen, such as after a rotation, the menu's button is hidden, so the menu closes.
  matchMedia('(min-width: 48em)').addEventListener('change', ({ matches }) => {
    if (matches && menu.matches(':popover-open')) menu.hidePopover();
  });
}

/**
 * Scrolls to the section in the address 150 ms after the content has loaded (spec §2), which is in the
 * HTML. Does nothing if the visitor has begun to scroll or press something, or returns by Back.
 */
function scrollToHash(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  const isReturn =
    navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward';
  if (!location.hash || isReturn) return;
  const scroll = () => document.querySelector(':target')?.scrollIntoView();
  const timer = setTimeout(scroll, HASH_SCROLL_DELAY_MS);
  for (const move of FIRST_MOVES)
    addEventListener(move, () => clearTimeout(timer), { once: true, passive: true });
}

watchTopBar();
setUpMenu();
sharpenPictures();
preparePictures(document);
scrollToHash();
travelToItems();
guardHistory();
