/**
 * Lets the thumbnail that was chosen grow into the picture of its page. Only that one gets a name,
 * at the moment of leaving, so that a grid of hundreds costs nothing.
 */
export function nameLeavingPicture(): void {
  addEventListener('pageswap', (event) => {
    const to = event.activation?.entry?.url;
    if (!event.viewTransition || !to) return;
    const path = new URL(to).pathname;
    const picture = document.querySelector<HTMLElement>(`a[href="${CSS.escape(path)}"] img`);
    if (!picture || document.querySelector('.item__media')) return;
    picture.style.viewTransitionName = 'picture';
    event.viewTransition.finished.finally(() => {
      picture.style.viewTransitionName = '';
    });
  });
}
