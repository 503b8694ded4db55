/**
 * Lets the thumbnail that was chosen grow into the picture of its page, and shrink back on the way
 * back. Only that one gets a name, for as long as the passage lasts, so that a grid of hundreds
 * costs nothing. Browsers that know no transitions between pages just go there.
 */

/** The thumbnail on this page of the item at an address, if it is in sight. */
function thumbnailOf(url: string): HTMLElement | undefined {
  const path = CSS.escape(new URL(url).pathname);
  const pictures = document.querySelectorAll<HTMLElement>(`main a[href="${path}"] img`);
  return [...pictures].find((picture) => {
    const { top, bottom, width } = picture.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight;
  });
}

function nameDuring(transition: ViewTransition | null, url: string | null | undefined): void {
  const picture = transition && url && thumbnailOf(url);
  if (!picture) return;
  // The large picture of an item page has the name by its style; two would cancel the transition.
  const own = document.querySelector<HTMLElement>('.item__media');
  own?.style.setProperty('view-transition-name', 'none');
  picture.style.setProperty('view-transition-name', 'picture');
  const clear = () => {
    picture.style.removeProperty('view-transition-name');
    own?.style.removeProperty('view-transition-name');
  };
  // Refused when the other page is not there in time: then the visitor is just there.
  transition.finished.then(clear, clear);
}

/** Watches for leaving to, and returning from, the page of an item that is shown here. */
export function travelToItems(): void {
  addEventListener('pageswap', ({ viewTransition, activation }) =>
    nameDuring(viewTransition, activation?.entry?.url),
  );
  addEventListener('pagereveal', ({ viewTransition }) => {
    if (document.querySelector('.item__media')) return;
    nameDuring(viewTransition, globalThis.navigation?.activation?.from?.url);
  });
}
