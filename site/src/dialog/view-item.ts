/** The dialog over the page of an item. */
import { keepDetails } from './item-details.ts';
import { openDialog } from './open-dialog.ts';
import { START, walkItems } from './walk-items.ts';

/** Opens the dialog from the picture of this page. It closes on the page of what was shown last. */
export async function viewItem(picture: HTMLElement, isFull: boolean): Promise<void> {
  const { pathname } = location;
  // The opening picture grows from there.
  picture.dataset.path = pathname;
  keepDetails(pathname, document);
  const list = walkItems(pathname);
  const onClose = (at: number) => {
    const path = list.item(at)?.path ?? pathname;
    if (path === pathname) picture.focus({ preventScroll: true });
    // Unless a link of the details leads elsewhere.
    else if (location.pathname === pathname) location.replace(path);
  };
  await openDialog({ list, index: START, isFull, onClose });
}
