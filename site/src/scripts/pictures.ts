import { thumbHashToDataURL } from 'thumbhash';

/** Frames seen before: an island asks again for a grid that has grown. */
const seen = new WeakSet<Element>();

const nearby =
  'IntersectionObserver' in globalThis
    ? new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries) {
            if (!isIntersecting || !(target instanceof HTMLElement)) continue;
            nearby?.unobserve(target);
            drawPlaceholder(target);
          }
        },
        { rootMargin: '400px' },
      )
    : null;

/**
 * Draws the ThumbHash behind pictures that are still to come, and lets them fade in. A picture that
 * is there already, or loads eagerly, is left alone.
 */
export function preparePictures(root: ParentNode): void {
  for (const image of root.querySelectorAll<HTMLImageElement>('.card img, .category img')) {
    if (seen.has(image)) continue;
    seen.add(image);
    if (image.complete || image.loading === 'eager') continue;
    image.dataset.waiting = '';
    const show = () => delete image.dataset.waiting;
    image.addEventListener('load', show, { once: true });
    image.addEventListener('error', show, { once: true });
    const frame = image.closest<HTMLElement>('[data-placeholder]');
    if (frame) nearby?.observe(frame);
  }
}

function drawPlaceholder(frame: HTMLElement): void {
  const hash = Uint8Array.from(atob(frame.dataset.placeholder ?? ''), (char) => char.charCodeAt(0));
  if (hash.length < 5) return;
  frame.style.setProperty('--placeholder', `url("${thumbHashToDataURL(hash)}")`);
}
