/** The dialog over an item's page. */
import { keepDetails } from './item-details.ts';
import { openDialog } from './open-dialog.ts';
import { START, walkItems } from './walk-items.ts';

/** Opens the dialog from this page's picture. On closing, the visitor is on the page of the item shown last. */
export async function viewItem(picture: HTMLElement, isFull: boolean): Promise<void> {
  const { pathname } = location;
  // The picture grows from here on opening.
  picture.dataset.path = pathname;
  keepDetails(pathname, document);
  const list = walkItems(pathname);
  const onClose = (at: number) => {
    const path = list.item(at)?.path ?? pathname;
    if (path === pathname) picture.focus({ preventScroll: true });
    // Unless a link in the details leads elsewhere.
    else if (location.pathname === pathname) location.replace(path);
  };
  await openDialog({ list, index: START, isFull, onClose });
}
