import { HASH_SCROLL_DELAY_MS } from '@veldlicht/contract/limits';

/** Scrolls to the section in the address 150 ms after the page has loaded (spec §2). */
export function scrollToHash(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const section = id ? document.getElementById(id) : null;
  if (!section) return;
  const scroll = () => setTimeout(() => section.scrollIntoView(), HASH_SCROLL_DELAY_MS);
  if (document.readyState === 'complete') scroll();
  else addEventListener('load', scroll, { once: true });
}
