import PhotoSwipe from 'photoswipe';
import { dialogCopy as copy } from '#copy/dialog.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { build } from './build-element.ts';
import { showFilms } from './film-slides.ts';
import { showPictures } from './picture-slides.ts';
import { slideData, waitingSlide } from './slide-data.ts';
import { placeholderOf, visibleCardPicture } from './thumbnail.ts';
import { maxLevel, tapLevel } from './zoom-levels.ts';

export interface StageOptions {
  /** Where the pictures stand; what lies beside them is left free by the stylesheet. */
  stage: HTMLElement;
  /** Lies over the top of the stage: a picture begins below it, an enlarged one runs under it. */
  bar: HTMLElement;
  count: number;
  index: number;
  /** The item at a position, or null while it is on its way. */
  itemAt: (index: number) => GridItem | null;
}

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Every movement arrives at once. PhotoSwipe itself leaves out opening and zooming only. */
function arriveAtOnce({ animations }: PhotoSwipe): void {
  animations.startSpring = ({ end, onUpdate, onComplete }) => {
    onUpdate(end);
    onComplete?.();
  };
}

function failureNotice(path: string): HTMLElement {
  const link = build('a', { href: path }, copy.toPage);
  return build('p', { class: 'dialog__failure' }, `${copy.pictureFailed} `, link);
}

/** The roles PhotoSwipe gives are of a dialog of its own; here it is a part of ours. */
function nameParts(pswp: PhotoSwipe): void {
  pswp.element?.removeAttribute('role');
  pswp.element?.removeAttribute('tabindex');
  pswp.scrollWrap?.removeAttribute('aria-roledescription');
  pswp.scrollWrap?.setAttribute('aria-label', copy.pictures);
  for (const { el } of pswp.mainScroll.itemHolders) {
    el.removeAttribute('role');
    el.removeAttribute('aria-roledescription');
  }
}

/** PhotoSwipe as the stage of the dialog: pictures, gestures and movement, without its controls. */
export function createStage({ stage, bar, count, index, itemAt }: StageOptions): PhotoSwipe {
  let top = 0;
  const pswp: PhotoSwipe = new PhotoSwipe({
    ...{ index, appendToEl: stage, bgOpacity: 1, loop: false, spacing: 0.06, preload: [1, 2] },
    ...{ trapFocus: false, returnFocus: false, escKey: false, arrowKeys: false },
    ...{ arrowPrev: false, arrowNext: false, zoom: false, close: false, counter: false },
    ...{ wheelToZoom: true, imageClickAction: 'zoom', bgClickAction: 'close', tapAction: false },
    ...{ showHideAnimationType: 'zoom', easing: 'cubic-bezier(0.2, 0.6, 0.2, 1)' },
    ...{ showAnimationDuration: 250, hideAnimationDuration: 200, zoomAnimationDuration: 250 },
    getViewportSizeFn: () => {
      top = bar.offsetHeight;
      const { clientWidth: x = innerWidth, clientHeight: y = innerHeight } = pswp.scrollWrap ?? {};
      return { x, y };
    },
    paddingFn: ({ x, y }) => ({ top, bottom: x > y ? 20 : 12, left: 0, right: 0 }),
    initialZoomLevel: ({ fit, panAreaSize, elementSize, itemData }) => {
      // A film has no pixels to guard: it fills what there is.
      if (itemData.type !== 'film' || !panAreaSize || !elementSize) return fit;
      return Math.min(panAreaSize.x / elementSize.x, panAreaSize.y / elementSize.y);
    },
    secondaryZoomLevel: ({ fit }) => tapLevel(fit),
    maxZoomLevel: ({ fit }) => maxLevel(fit),
  });
  pswp.addFilter('numItems', () => count);
  pswp.addFilter('itemData', (_, at) => {
    const item = itemAt(at);
    return item ? slideData(item) : waitingSlide;
  });
  // The type wants an element; none means that there is nothing to grow from.
  pswp.addFilter('thumbEl', (_, { item }) => {
    const picture: HTMLElement | null = item && visibleCardPicture(item.path);
    return picture as HTMLElement;
  });
  pswp.addFilter('placeholderSrc', (_, { data }) => data.item && placeholderOf(data.item));
  pswp.addFilter('contentErrorElement', (_, { data }) => failureNotice(data.item.path));
  pswp.on('slideInit', ({ slide }) => {
    const color = slide.data.item?.color ?? 'transparent';
    slide.container.style.setProperty('--pswp-placeholder-bg', color);
  });
  pswp.on('keydown', (event) => event.preventDefault()); // the dialog's own keys do all
  showPictures(pswp);
  showFilms(pswp);
  if (reducedMotion()) arriveAtOnce(pswp);
  pswp.on('firstUpdate', () => nameParts(pswp));
  return pswp;
}
