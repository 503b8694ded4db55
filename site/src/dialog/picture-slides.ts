import type PhotoSwipe from 'photoswipe';
import { build } from './build-element.ts';

type Picture = { frame: HTMLPictureElement; source: HTMLSourceElement };

/**
 * Lets PhotoSwipe show `<picture>`: AVIF where the browser reads it, else JPEG. The image stays in
 * its frame for good: alone it would load its JPEG at the moment it is taken away.
 */
export function showPictures(pswp: PhotoSwipe): void {
  const pictures = new WeakMap<object, Picture>();

  pswp.on('contentLoad', (event) => {
    const { content, isLazy } = event;
    if (content.type !== 'image') return;
    event.preventDefault();
    const image = build('img', { class: 'pswp__img', decoding: 'async' });
    const source = build('source', { type: 'image/avif' });
    pictures.set(content, { frame: build('picture', {}, source, image), source });
    content.element = image;
    // Which file is wanted is known once the size is.
    if (content.displayedImageWidth) content.loadImage(isLazy);
  });
  pswp.on('contentLoadImage', ({ content }) => {
    const source = pictures.get(content)?.source;
    if (!source || source.srcset) return;
    source.sizes = `${content.displayedImageWidth}px`;
    source.srcset = content.data.avif;
  });
  pswp.on('imageSizeChange', ({ content }) => {
    const source = pictures.get(content)?.source;
    // PhotoSwipe keeps the largest size so far on the image: a file is never given back.
    if (source && content.element instanceof HTMLImageElement) source.sizes = content.element.sizes;
  });
  pswp.on('contentAppendImage', (event) => {
    const picture = pictures.get(event.content);
    if (!picture) return;
    event.preventDefault();
    const { slide } = event.content;
    if (slide && !picture.frame.parentNode) slide.container.append(picture.frame);
  });
  pswp.on('contentRemove', (event) => {
    const picture = pictures.get(event.content);
    if (!picture) return;
    event.preventDefault();
    picture.frame.remove();
    event.content.placeholder?.element?.remove();
  });
}
