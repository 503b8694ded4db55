import { type RefObject, useEffect, useState } from 'react';

/** How far ahead of the eye things are made ready. */
const AHEAD = '1200px 0px';

/** Marks the box that scrolls; what is near is measured from its edges. */
export const scrollBoxAttribute = { 'data-scroll-box': '' };

/** True once the element has come near to what is seen; it stays so. */
export function useNearView(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (near || !target) return;
    const root = target.closest('[data-scroll-box]');
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { root, rootMargin: AHEAD },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, near]);
  return near;
}
