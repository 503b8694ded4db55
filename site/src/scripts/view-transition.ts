/**
 * Lets the chosen thumbnail grow into the picture of its page, and shrink back on return. Only this
 * thumbnail gets a transition name, during the transition, so that a grid of hundreds costs nothing.
 * Browsers without transitions between pages just navigate.
 */

/** The visible thumbnail on this page of the item at an address. */
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
  // The large picture of an item page has the name in the stylesheet; a duplicate would cancel the transition.
  const own = document.querySelector<HTMLElement>('.item__media');
  own?.style.setProperty('view-transition-name', 'none');
  picture.style.setProperty('view-transition-name', 'picture');
  const clear = () => {
    picture.style.removeProperty('view-transition-name');
    own?.style.removeProperty('view-transition-name');
  };
  // Rejects when the other page is late: the visitor then arrives without a transition.
  transition.finished.then(clear, clear);
}

/** Watches for navigation to and from the page of an item shown here. */
export function travelToItems(): void {
  addEventListener('pageswap', ({ viewTransition, activation }) =>
    nameDuring(viewTransition, activation?.entry?.url),
  );
  addEventListener('pagereveal', ({ viewTransition }) => {
    if (document.querySelector('.item__media')) return;
    nameDuring(viewTransition, globalThis.navigation?.activation?.from?.url);
  });
}
