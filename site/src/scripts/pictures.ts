/** Loading of pictures: placeholders, and small files that are replaced by large ones. */
import { thumbHashToDataURL } from 'thumbhash';

/** The data URL of a base64 ThumbHash; null for none. */
export function thumbHashUrl(base64: string | null | undefined): string | null {
  const hash = Uint8Array.from(atob(base64 ?? ''), (char) => char.charCodeAt(0));
  return hash.length < 5 ? null : thumbHashToDataURL(hash);
}

/** Frames already prepared: this runs again for a grid that has grown. */
const seen = new WeakSet<Element>();

/** Created at first use, since this file is also imported when the HTML is rendered. */
let nearby: IntersectionObserver | undefined;

function drawPlaceholders(entries: IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting || !(target instanceof HTMLElement)) continue;
    nearby?.unobserve(target);
    const url = thumbHashUrl(target.dataset.placeholder);
    if (url) target.style.setProperty('--placeholder', `url("${url}")`);
  }
}

/**
 * Draws the ThumbHash behind pictures that have not loaded, and fades them in. Skips pictures that
 * have loaded or load eagerly.
 */
export function preparePictures(root: ParentNode): void {
  nearby ??= new IntersectionObserver(drawPlaceholders, { rootMargin: '400px' });
  for (const image of root.querySelectorAll<HTMLImageElement>('.card img, .category img')) {
    if (seen.has(image)) continue;
    seen.add(image);
    if (image.complete || image.loading === 'eager') continue;
    image.dataset.waiting = '';
    const show = () => delete image.dataset.waiting;
    image.addEventListener('load', show, { once: true });
    image.addEventListener('error', show, { once: true });
    const frame = image.closest<HTMLElement>('[data-placeholder]');
    if (frame) nearby.observe(frame);
  }
}

/**
 * Pictures on a phone's first screen begin with a small file (`smallFirst` in lib/pictures.ts). Once
 * it is painted, this requests the right file; the browser shows the small one until that has loaded.
 */
export function sharpenPictures(): void {
  for (const small of document.querySelectorAll<HTMLSourceElement>('source[data-first]')) {
    const image = small.parentElement?.querySelector('img');
    if (!image) continue;
    // Not removed, since hydration must find the HTML unchanged.
    const passOver = () => {
      small.media = 'not all';
    };
    const sharpen = () => requestAnimationFrame(() => setTimeout(passOver));
    if (image.complete) sharpen();
    else for (const end of ['load', 'error']) image.addEventListener(end, sharpen, { once: true });
  }
}
