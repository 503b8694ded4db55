/** PhotoSwipe as the stage of the dialog: pictures, gestures and animation, without its controls. */
import PhotoSwipe, { type SlideData } from 'photoswipe';
import { dialogCopy as copy } from '#copy/scripts.ts';
import { build } from '#lib/dom.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { ladderSources, pictureSources } from '#lib/pictures.ts';
import { thumbHashUrl } from '#scripts/pictures.ts';
import { maxLevel, tapLevel } from './dialog-keys.ts';
import type { DialogList } from './dialog-list.ts';
import { showVideos } from './video-slides.ts';

/** The picture of an item's card or page, if it is in the document. */
export function cardPicture(path: string): HTMLImageElement | null {
  const safe = CSS.escape(path);
  const places = `a.card[href="${safe}"] img, .item__media[data-path="${safe}"] img`;
  return document.querySelector<HTMLImageElement>(places);
}

/** The card's picture if it is on the screen: the large one grows from it and shrinks to it. */
export function visibleCardPicture(path: string): HTMLImageElement | null {
  const picture = cardPicture(path);
  const { top = 0, bottom = 0 } = picture?.getBoundingClientRect() ?? {};
  return bottom > 0 && top < innerHeight ? picture : null;
}

/** A picture to show at once: the one that the grid has loaded, else the ThumbHash. */
function placeholderOf({ path, placeholder }: GridItem): string | false {
  const picture = cardPicture(path);
  if (picture?.complete && picture.naturalWidth > 0) return picture.currentSrc;
  return thumbHashUrl(placeholder) ?? false;
}

/** Whether the current picture is enlarged, or about to be. */
export function isZoomed({ currSlide }: PhotoSwipe): boolean {
  return !!currSlide && currSlide.currZoomLevel > currSlide.zoomLevels.initial * 1.01;
}

/** PhotoSwipe's data of an item (pure). Any browser that reads its styles supports AVIF. */
export function slideData(item: GridItem): SlideData {
  const sources = ladderSources(item.hash, item.width, item.height);
  const { avif, src } = pictureSources(sources);
  const isVideo = item.type === 'video';
  // A photo counts as large as its largest file, so that level 1 shows its pixels as they are.
  const width = isVideo ? item.width : Math.max(...sources.map((source) => source.width));
  const height = Math.round((item.height * width) / item.width);
  const type = isVideo ? 'video' : 'image';
  return { type, width, height, src, srcset: avif, alt: item.alt, thumbCropped: true, item };
}

/** Replaces the roles that PhotoSwipe sets for its own dialog; here it is part of ours. */
function nameParts({ element, scrollWrap, mainScroll }: PhotoSwipe): void {
  element?.removeAttribute('tabindex');
  scrollWrap?.setAttribute('aria-label', copy.pictures);
  scrollWrap?.removeAttribute('aria-roledescription');
  for (const part of [element, ...mainScroll.itemHolders.map(({ el }) => el)]) {
    part?.removeAttribute('role');
    part?.removeAttribute('aria-roledescription');
  }
}

export interface StageOptions {
  /** Contains the pictures; the stylesheet keeps it clear of the details. */
  stage: HTMLElement;
  /** Covers the top of the stage: pictures begin below it, enlarged ones extend under it. */
  bar: HTMLElement;
  list: DialogList;
  index: number;
  /** A click beside the picture, in the left half or the right one. */
  onBeside: (half: 'previous' | 'next') => void;
}

export function createStage({ stage, bar, list, index, onBeside }: StageOptions): PhotoSwipe {
  let top = 0;
  const pswp: PhotoSwipe = new PhotoSwipe({
    index,
    appendToEl: stage,
    bgOpacity: 1,
    loop: false,
    spacing: 0.06,
    preload: [1, 2],
    trapFocus: false,
    returnFocus: false,
    escKey: false,
    arrowKeys: false,
    arrowPrev: false,
    arrowNext: false,
    zoom: false,
    close: false,
    counter: false,
    wheelToZoom: true,
    imageClickAction: 'zoom',
    tapAction: false,
    pinchToClose: false,
    bgClickAction: ({ x }) => onBeside(x < pswp.viewportSize.x / 2 ? 'previous' : 'next'),
    showHideAnimationType: 'zoom',
    easing: 'cubic-bezier(0.2, 0.6, 0.2, 1)',
    showAnimationDuration: 250,
    hideAnimationDuration: 200,
    zoomAnimationDuration: 250,
    getViewportSizeFn: () => {
      // In full screen the bar comes and goes over the picture.
      top = document.fullscreenElement ? 0 : bar.offsetHeight;
      const { clientWidth: x = innerWidth, clientHeight: y = innerHeight } = pswp.scrollWrap ?? {};
      return { x, y };
    },
    paddingFn: ({ x, y }) => ({ top, bottom: top && (x > y ? 20 : 12), left: 0, right: 0 }),
    initialZoomLevel: ({ fit, panAreaSize, elementSize, itemData }) => {
      // A video may be enlarged to fill the space.
      if (itemData.type !== 'video' || !panAreaSize || !elementSize) return fit;
      return Math.min(panAreaSize.x / elementSize.x, panAreaSize.y / elementSize.y);
    },
    secondaryZoomLevel: ({ fit }) => tapLevel(fit, devicePixelRatio),
    maxZoomLevel: ({ fit }) => maxLevel(fit),
  });
  pswp.addFilter('numItems', () => list.last + 1);
  // PhotoSwipe assumes that lists begin at 0.
  const { mainScroll } = pswp;
  const move = mainScroll.moveIndexBy.bind(mainScroll);
  mainScroll.moveIndexBy = (by, ...how) =>
    move(Math.max(by, list.first - pswp.potentialIndex), ...how);
  pswp.addFilter('itemData', (_, at) => {
    const item = list.item(at);
    return item ? slideData(item) : { type: 'waiting' };
  });
  // Cast: the type requires an element, but without one nothing grows.
  pswp.addFilter('thumbEl', (_, { item }) => {
    const picture: HTMLElement | null = item && visibleCardPicture(item.path);
    return picture as HTMLElement;
  });
  // At one screen pixel per CSS pixel, a file hardly larger than its picture looks soft.
  pswp.addFilter('srcsetSizesWidth', (width) => (devicePixelRatio < 1.5 ? 1.3 * width : width));
  pswp.addFilter('placeholderSrc', (_, { data }) => data.item && placeholderOf(data.item));
  pswp.addFilter('contentErrorElement', (_, { data }) => {
    const link = build('a', { href: data.item.path }, copy.toPage);
    return build('p', { class: 'dialog__failure' }, `${copy.pictureFailed} `, link);
  });
  pswp.on('slideInit', ({ slide }) => {
    const color = slide.data.item?.color ?? 'transparent';
    slide.container.style.setProperty('--pswp-placeholder-bg', color);
  });
  // A pull down closes, a pull up does not.
  pswp.on('verticalDrag', (event) => {
    if (event.panY < (pswp.currSlide?.bounds.center.y ?? 0)) event.preventDefault();
  });
  pswp.on('keydown', (event) => event.preventDefault()); // the dialog handles all keys
  showVideos(pswp);
  // PhotoSwipe itself only skips the animations of opening and zooming.
  if (matchMedia('(prefers-reduced-motion: reduce)').matches)
    pswp.animations.startSpring = ({ end, onUpdate, onComplete }) => {
      onUpdate(end);
      onComplete?.();
    };
  pswp.on('firstUpdate', () => nameParts(pswp));
  return pswp;
}
