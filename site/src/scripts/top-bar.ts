import { TOP_BAR_SOLID_PX } from '@veldlicht/contract/limits';

/** Marks the top bar once the page has scrolled past 20 pixels (spec §9). */
export function watchTopBar(): void {
  const bar = document.querySelector('[data-top-bar]');
  const update = () => bar?.toggleAttribute('data-solid', scrollY > TOP_BAR_SOLID_PX);
  addEventListener('scroll', update, { passive: true });
  update();
}
