/**
 * The directive `client:interaction`, which Astro puts into the page. An island whose HTML is complete
 * needs its script only once a visitor points at it, puts the focus in it or types there, or once the
 * page's own script wakes it by an event of that name. A finger that only scrolls does not point.
 */
import type { ClientDirective } from 'astro';

const SIGNS = ['pointermove', 'focusin', 'input', 'wake'];

/** Browsers tell of a pointer that lies still when the page comes below it. */
const isNoSign = (event: Event) =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  (event.pointerType === 'touch' || (event.movementX === 0 && event.movementY === 0));

const directive: ClientDirective = (load, _options, island) => {
  const pressed: HTMLElement[] = [];
  let isLoading = false;

  // Buttons pressed before the script is there work when it is.
  const remember = ({ target }: MouseEvent) => {
    const button = target instanceof Element && target.closest('button');
    if (button) pressed.push(button);
    void start();
  };
  function listen(): void {
    for (const sign of SIGNS) island.addEventListener(sign, sense, { passive: true });
  }
  function sense(event: Event): void {
    if (!isNoSign(event)) void start();
  }
  async function start(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    for (const sign of SIGNS) island.removeEventListener(sign, sense);
    // Astro reports a failure by this event only. What was pressed waits for the next sign.
    let isMissing = false;
    const miss = () => {
      isMissing = true;
    };
    island.addEventListener('astro:hydration-error', miss, { once: true });
    const hydrate = await load();
    if (isMissing) {
      isLoading = false;
      return listen();
    }
    island.removeEventListener('click', remember);
    await hydrate();
    for (const button of pressed) {
      button.click();
      // Each press acts on what the one before it made.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  island.addEventListener('click', remember);
  listen();
  // The focus was there before the directive.
  if (island.matches(':focus-within')) void start();
};

// biome-ignore lint/style/noDefaultExport: Astro asks for one
export default directive;
