import { dialogCopy as copy } from '#copy/dialog.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { build } from './build-element.ts';
import type { DialogFrame } from './dialog-frame.ts';
import { loadDetails } from './item-details.ts';
import { siteName } from './page-lock.ts';

/** Titles above this length are set smaller, in characters. */
const LONG_TITLE = 60;

/** Tells about the item: title and place at once, the rest when its page is here. */
export function tellItem(frame: DialogFrame, item: GridItem, position: number, count: number) {
  const name = siteName();
  document.title = name ? `${item.title} – ${name}` : item.title;
  frame.title.textContent = item.title;
  frame.title.toggleAttribute('data-long', item.title.length > LONG_TITLE);
  frame.place.textContent = item.place ?? '';
  frame.place.hidden = !item.place;
  frame.counter.textContent = copy.counter(position, count);
  frame.more.replaceChildren();
  frame.more.scrollTop = 0;
  frame.details.dataset.path = item.path;
  const show = (...parts: Node[]) => {
    // Somebody may have paged on meanwhile.
    if (frame.details.dataset.path === item.path) frame.more.replaceChildren(...parts);
  };
  loadDetails(item.path).then(
    ({ parts }) => show(...parts.map((part) => document.importNode(part, true))),
    () => {
      const link = build('a', { href: item.path }, copy.toPage);
      show(build('p', { class: 'dialog__failure' }, `${copy.detailsFailed} `, link));
    },
  );
}
