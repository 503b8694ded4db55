/** The dialog without its pictures: its parts, and what its buttons, keys and swipes do. */
import { dialogCopy as copy } from '#copy/scripts.ts';
import { build, icon } from '#lib/dom.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { actionOfKey, type DialogAction } from './dialog-keys.ts';
import { shareItem } from './share-item.ts';

/** How long the controls stay after the last movement or key press, and how long a notice stays. */
const CONTROLS_MS = 2500;
const NOTICE_MS = 4000;
/** Pixels that a finger must travel to count as a pull. */
const PULL = 24;

const icons = {
  previous: 'M15 4 7 12l8 8',
  next: 'm9 4 8 8-8 8',
  zoomIn: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.2 15.2 21 21M7.5 10.5h6M10.5 7.5v6',
  zoomOut: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.2 15.2 21 21M7.5 10.5h6',
  slideshow: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 5v14M15.5 5v14',
  fullscreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  leaveFullscreen: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  share: 'M12 15V3M7.5 7 12 2.5 16.5 7M6 11H4.5v10h15V11H18',
  details: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5.5M12 7.4v.2',
  more: 'M4.5 12h.01M12 12h.01M19.5 12h.01',
  close: 'M5 5l14 14M19 5 5 19',
};
type ControlKind = keyof typeof icons;
const keys: { [kind in ControlKind]?: string } = {
  slideshow: 'p',
  pause: 'p',
  fullscreen: 'f',
  leaveFullscreen: 'f',
  details: 'i',
};

/** Sets the icon and the name of a control to its current action. */
export function showControl(button: HTMLButtonElement, kind: ControlKind): void {
  const key = keys[kind];
  button.ariaLabel = copy[kind];
  button.title = key ? `${copy[kind]} (${key})` : copy[kind];
  if (key) button.setAttribute('aria-keyshortcuts', key);
  button.replaceChildren(icon(icons[kind]));
}

function control(kind: ControlKind): HTMLButtonElement {
  const classes = `dialog__control dialog__control--${kind}`;
  const button = build('button', { type: 'button', class: classes });
  showControl(button, kind);
  return button;
}

/** The parts of the dialog that change. */
export type DialogFrame = ReturnType<typeof buildFrame>;

/** Builds the dialog, empty and not yet in the page. */
export function buildFrame() {
  const part = (name: string, ...children: Node[]) =>
    build('div', { class: `dialog__${name}` }, ...children);
  const stage = part('stage');
  const counter = build('span', { class: 'dialog__counter', 'aria-hidden': 'true' });
  const title = build('h2', { class: 'dialog__title', id: 'dialog-title' });
  const place = build('p', { class: 'dialog__place' });
  const text = part('text');
  const head = part('head', title, place);
  const details = part('details', head, text);
  details.id = 'dialog-details';
  const notice = build('p', { class: 'dialog__notice', role: 'status' });
  const status = build('p', { class: 'visually-hidden', role: 'status' });
  const [previous, next, close] = [control('previous'), control('next'), control('close')];
  const [zoomIn, zoomOut, share] = [control('zoomIn'), control('zoomOut'), control('share')];
  const toggle = control('details');
  toggle.setAttribute('aria-controls', details.id);
  const [slideshow, fullscreen] = [control('slideshow'), control('fullscreen')];
  fullscreen.hidden = !document.fullscreenEnabled;
  // Part of the bar on wide screens, a separate menu on phones (dialog-tools.css).
  const tools = part('tools', slideshow, fullscreen);
  tools.id = 'dialog-tools';
  tools.popover = 'auto';
  const more = control('more');
  more.setAttribute('popovertarget', tools.id);
  const bar = part(
    'bar',
    part('paging', previous, counter, next),
    part('actions', zoomOut, zoomIn, tools, share, toggle, more, close),
  );
  bar.role = 'group';
  bar.ariaLabel = copy.controls;
  const named = { 'aria-modal': 'true', 'aria-labelledby': title.id, tabindex: '-1' };
  const screen = part('screen', stage, bar, details, notice, status);
  const dialog = build('dialog', { class: 'dialog', ...named }, screen);
  return {
    dialog,
    screen,
    stage,
    bar,
    details,
    head,
    counter,
    title,
    place,
    text,
    notice,
    status,
    previous,
    next,
    zoomIn,
    zoomOut,
    tools,
    slideshow,
    fullscreen,
    share,
    toggle,
    close,
  };
}

/** Elements that handle keys themselves: the player, the scrolling details, and buttons. */
const KEYS_OF_THEIR_OWN = '.dialog__video, .dialog__details, button';

/** Passes a key to the player of the current video as if it had the focus. True if the player handled it. */
function playerTakes({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, dialog: Element): boolean {
  const player = dialog.querySelector('.pswp__item[aria-hidden="false"] .player');
  const press = { key, ctrlKey, altKey, metaKey, cancelable: true };
  return player?.dispatchEvent(new KeyboardEvent('keydown', press)) === false;
}

export function isFullScreen({ screen }: DialogFrame): boolean {
  return document.fullscreenElement === screen;
}

/** Resolves when the dialog has left full screen, at once if it was not there. */
export async function leaveFullScreen(frame: DialogFrame): Promise<void> {
  if (isFullScreen(frame)) await document.exitFullscreen().catch(() => undefined);
}

/** Enters or leaves full screen. If the browser refuses, nothing changes. */
export function toggleFullScreen(frame: DialogFrame): void {
  if (isFullScreen(frame)) leaveFullScreen(frame);
  // Browsers don't allow it for the dialog itself.
  else frame.screen.requestFullscreen?.().catch(() => undefined);
}

interface Handlers {
  run: (action: DialogAction) => void;
  close: () => void;
  /** The space for the picture has changed. */
  resize: () => void;
  /** Opens or closes the sheet on phones. */
  setSheet: (isOpen: boolean) => void;
  /** The item to share; null while it loads. */
  current: () => GridItem | null;
  /** Whether the picture is enlarged, or about to be. */
  isZoomed: () => boolean;
}

/** Buttons named after the handler they call. */
const buttons = [
  ...(['previous', 'next', 'zoomIn', 'zoomOut'] as const),
  ...(['slideshow', 'fullscreen'] as const),
];

/** Calls the handlers on buttons, keys, mouse and swipes until the signal aborts. */
export function listenToControls(
  frame: DialogFrame,
  handlers: Handlers,
  signal: AbortSignal,
): void {
  const { dialog, head } = frame;
  const { run, close } = handlers;
  for (const name of buttons) frame[name].addEventListener('click', () => run({ do: name }));
  frame.toggle.addEventListener('click', () => run({ do: 'details' }));
  frame.close.addEventListener('click', close);
  // Escape, and Back on devices where it closes dialogs.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    if (isFullScreen(frame)) leaveFullScreen(frame);
    else close();
  });
  // A second Escape closes a dialog even if `cancel` was prevented.
  dialog.addEventListener('close', close);

  // On the document, since no control has the focus past the last one.
  const onKey = (event: KeyboardEvent) => {
    if (isFullScreen(frame)) wake();
    if (event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : dialog;
    const action = actionOfKey(event, {
      zoomed: handlers.isZoomed(),
      inPlayer: target.closest('.dialog__video') !== null,
      inDetails: frame.details.contains(target),
      onVideo: dialog.hasAttribute('data-video'),
    });
    if (action) run(action);
    if (action || (!target.closest(KEYS_OF_THEIR_OWN) && playerTakes(event, dialog)))
      event.preventDefault();
  };
  document.addEventListener('keydown', onKey, { signal });

  let resting: ReturnType<typeof setTimeout>;
  const wake = () => {
    dialog.dataset.moving = '';
    clearTimeout(resting);
    resting = setTimeout(() => delete dialog.dataset.moving, CONTROLS_MS);
  };
  let spot = '';
  dialog.addEventListener('pointermove', ({ pointerType, clientX, clientY }) => {
    // Browsers also fire this for a resting mouse when the picture below it changes.
    if (pointerType === 'mouse' && spot !== `${clientX} ${clientY}`) wake();
    spot = `${clientX} ${clientY}`;
  });
  dialog.addEventListener('pointerdown', () => isFullScreen(frame) && wake());
  const showScreen = () => {
    const isFull = isFullScreen(frame);
    dialog.toggleAttribute('data-full', isFull);
    showControl(frame.fullscreen, isFull ? 'leaveFullscreen' : 'fullscreen');
    handlers.resize();
    wake();
  };
  document.addEventListener('fullscreenchange', showScreen, { signal });

  frame.share.addEventListener('click', async () => {
    const item = handlers.current();
    if (!item) return;
    const url = new URL(item.path, location.href).href;
    const result = await shareItem({ title: item.title, url });
    if (result === 'shared' || result === 'left') return;
    const text = result === 'copied' ? copy.copied : copy.notCopied;
    frame.notice.textContent = text;
    const clear = () => frame.notice.textContent === text && frame.notice.replaceChildren();
    setTimeout(clear, NOTICE_MS);
  });

  // Closes the menu on phones; no effect elsewhere.
  frame.tools.addEventListener('click', () => frame.tools.hidePopover?.());

  // On phones a pull or a tap on its head opens and closes the sheet; a button does the same.
  let start: number | null = null;
  let pulled = 0;
  head.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button > 0) return;
    start = event.clientY;
    head.setPointerCapture(event.pointerId);
  });
  head.addEventListener('pointerup', ({ clientY }) => {
    if (start === null) return;
    pulled = start - clientY;
    start = null;
    if (Math.abs(pulled) >= PULL) handlers.setSheet(pulled > 0);
  });
  // Not on pointerup: the click would then hit whatever has moved under the finger.
  head.addEventListener('click', () => {
    if (Math.abs(pulled) < PULL / 3) handlers.setSheet(!dialog.hasAttribute('data-details'));
  });
  head.addEventListener('pointercancel', () => {
    start = null;
  });
}
