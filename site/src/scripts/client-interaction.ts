/**
 * The directive `client:interaction`, which Astro puts into the page. An island whose HTML is complete
 * needs its script only once a visitor moves, touches, scrolls or types, so one who just looks loads
 * none of it. It loads at once when the address or the history asks for another view than the HTML's.
 */
import type { ClientDirective } from 'astro';
import { isPlainClick } from '#lib/plain-click.ts';

const FIRST_SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'scroll', 'keydown', 'focusin'];

/** Browsers tell of a pointer that lies still when the page comes below it. */
const isAtRest = (event: Event) =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.movementX === 0 &&
  event.movementY === 0;

const directive: ClientDirective = (load, _options, island) => {
  const pressed: HTMLElement[] = [];
  let isLoading = false;

  // Buttons and cards pressed before the script is there work when it is.
  const remember = (event: MouseEvent) => {
    const { target } = event;
    const control = target instanceof Element && target.closest<HTMLElement>('button, a.card');
    if (control instanceof HTMLAnchorElement) {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      island.toggleAttribute('data-pressed', true);
    }
    if (control) pressed.push(control);
    void start();
  };
  function listen(): void {
    for (const sign of FIRST_SIGNS) addEventListener(sign, sense, { capture: true, passive: true });
  }
  function sense(event: Event): void {
    if (!isAtRest(event)) void start();
  }
  async function start(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    for (const sign of FIRST_SIGNS) removeEventListener(sign, sense, true);
    // Astro reports a failure by this event only.
    let isMissing = false;
    const miss = () => {
      isMissing = true;
    };
    island.addEventListener('astro:hydration-error', miss, { once: true });
    try {
      const hydrate = await load();
      if (isMissing) return giveUp();
      island.removeEventListener('click', remember);
      island.removeAttribute('data-failed');
      await hydrate();
    } catch {
      return giveUp();
    }
    island.removeAttribute('data-pressed');
    for (const control of pressed) {
      control.click();
      // Each press acts on what the one before it made.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  /**
   * Without the script a card is a link; the rest tries again at the next sign. Styles read
   * `data-failed`: nothing more is coming.
   */
  function giveUp(): void {
    island.removeAttribute('data-pressed');
    island.toggleAttribute('data-failed', true);
    const link = pressed.findLast((control) => control instanceof HTMLAnchorElement);
    pressed.length = 0;
    isLoading = false;
    if (link instanceof HTMLAnchorElement) location.assign(link.href);
    else listen();
  }

  island.addEventListener('click', remember);
  if (location.search || history.state) return void start();
  listen();
};

// biome-ignore lint/style/noDefaultExport: Astro asks for one
export default directive;
