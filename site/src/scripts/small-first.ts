/**
 * Pictures of a phone's first screen begin with a small file (lib/small-first.ts). Once that has been
 * painted, their own is asked for; the browser keeps showing the small one until then.
 */
export function sharpenPictures(): void {
  for (const small of document.querySelectorAll<HTMLSourceElement>('source[data-first]')) {
    const image = small.parentElement?.querySelector('img');
    if (!image) continue;
    // Not taken away: the library's script must find the HTML as it was.
    const passOver = () => {
      small.media = 'not all';
    };
    const sharpen = () => requestAnimationFrame(() => setTimeout(passOver));
    if (image.complete) sharpen();
    else for (const end of ['load', 'error']) image.addEventListener(end, sharpen, { once: true });
  }
}
