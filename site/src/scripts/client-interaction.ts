/**
 * The directive `client:interaction`, which Astro puts into the page. An island with complete HTML
 * needs its script only when a visitor points at it, focuses it or types in it, or when the page's own
 * script sends it a `wake` event. A finger that only scrolls does not count as pointing.
 */
import type { ClientDirective } from 'astro';

const SIGNS = ['pointermove', 'focusin', 'input', 'wake'];

/** Browsers also fire `pointermove` for a resting pointer when the page moves below it. */
const isNoSign = (event: Event) =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  (event.pointerType === 'touch' || (event.movementX === 0 && event.movementY === 0));

const directive: ClientDirective = (load, _options, island) => {
  const pressed: HTMLElement[] = [];
  let isLoading = false;

  // Buttons pressed before the script has loaded are clicked once it has.
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
    // Astro reports a failure only by this event. Pressed buttons then wait for the next sign.
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
      // Each press acts on the result of the previous one.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  island.addEventListener('click', remember);
  listen();
  // The island may have had the focus before the directive ran.
  if (island.matches(':focus-within')) void start();
};

// biome-ignore lint/style/noDefaultExport: Astro asks for one
export default directive;
