/**
 * The directive `client:interaction`, which Astro puts into the page. An island whose HTML is complete
 * needs its script only once somebody moves, touches, scrolls or types, so whoever just looks loads
 * none of it. It loads at once when the address or the history asks for another view than the HTML's.
 */
import type { ClientDirective } from 'astro';

const FIRST_SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'scroll', 'keydown', 'focusin'];

const directive: ClientDirective = (load, _options, island) => {
  const pressed: HTMLElement[] = [];
  let isLoading = false;

  // Buttons pressed before the script is there work when it is.
  const remember = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) pressed.push(button);
    void start();
  };
  async function start(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    for (const sign of FIRST_SIGNS) removeEventListener(sign, start, true);
    const hydrate = await load();
    island.removeEventListener('click', remember);
    await hydrate();
    for (const button of pressed) {
      button.click();
      // Each press acts on what the one before it made.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  if (location.search || history.state) return void start();
  for (const sign of FIRST_SIGNS) addEventListener(sign, start, { capture: true, passive: true });
  island.addEventListener('click', remember);
};

// biome-ignore lint/style/noDefaultExport: Astro asks for one
export default directive;
