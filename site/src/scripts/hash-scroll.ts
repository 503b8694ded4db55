import { HASH_SCROLL_DELAY_MS } from '@veldlicht/contract/limits';

/** What a visitor does to look elsewhere. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the section in the address 150 ms after the content is there (spec §2): it stands in
 * the HTML, and every picture has its room before it arrives. Who has begun to look elsewhere, or
 * comes back to where they were, is left there.
 */
export function scrollToHash(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  const isReturn =
    navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward';
  if (!location.hash || isReturn) return;
  const timer = setTimeout(
    () => document.querySelector(':target')?.scrollIntoView(),
    HASH_SCROLL_DELAY_MS,
  );
  for (const type of MOVES) {
    addEventListener(type, () => clearTimeout(timer), { once: true, passive: true });
  }
}
