/**
 * A phone's hero begins with a small file (lib/hero-picture.ts). Once that has been painted, its own is
 * asked for; the browser keeps showing the small one until then.
 */
export function sharpenHero(): void {
  const first = document.querySelector('.hero source[data-first]');
  const image = first?.parentElement?.querySelector('img');
  if (!first || !image) return;
  const sharpen = () => requestAnimationFrame(() => setTimeout(() => first.remove()));
  if (image.complete) return void sharpen();
  image.addEventListener('load', sharpen, { once: true });
  image.addEventListener('error', sharpen, { once: true });
}
