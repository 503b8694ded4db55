import type PhotoSwipe from 'photoswipe';
import type { KeyAction } from './dialog-keys.ts';
import { nextLevel } from './zoom-levels.ts';

/** Pixels per arrow key over an enlarged picture. */
const PAN_STEP = 120;

/** Is the current picture enlarged, or about to be? */
export function isZoomed({ currSlide }: PhotoSwipe): boolean {
  if (!currSlide) return false;
  return currSlide.currZoomLevel > currSlide.zoomLevels.initial * 1.01;
}

/** What does the actions of keys and buttons. */
export function runner(pswp: PhotoSwipe, goTo: (index: number) => void, onDetails: () => void) {
  const zoom = (direction: 1 | -1) => {
    const slide = pswp.currSlide;
    if (!slide) return;
    const { initial: fit, max } = slide.zoomLevels;
    const level = nextLevel(slide.currZoomLevel, direction, { fit, max });
    slide.zoomTo(level, undefined, pswp.options.zoomAnimationDuration);
  };
  return (action: KeyAction) => {
    const slide = pswp.currSlide;
    if (action.do === 'previous') goTo(pswp.potentialIndex - 1);
    if (action.do === 'next') goTo(pswp.potentialIndex + 1);
    if (action.do === 'first') goTo(0);
    if (action.do === 'last') goTo(pswp.getNumItems() - 1);
    if (action.do === 'zoomIn') zoom(1);
    if (action.do === 'zoomOut') zoom(-1);
    if (action.do === 'fit') slide?.zoomTo(slide.zoomLevels.initial);
    if (action.do === 'details') onDetails();
    if (action.do === 'pan' && slide)
      slide.panTo(slide.pan.x - action.x * PAN_STEP, slide.pan.y - action.y * PAN_STEP);
  };
}
