/** An item's page: its picture opens the dialog, arrow keys lead to its neighbours, and a button shares it. */
import { openFromLinks } from '#dialog/open-from-links.ts';
import { shareItem } from '#dialog/share-item.ts';

/** Elements that use keys themselves while they have the focus. */
const KEYS_OF_THEIR_OWN = 'input, select, textarea, video, .player';

const picture = document.querySelector<HTMLAnchorElement>('a.item__media');
const loadViewItem = async () => (await import('#dialog/view-item.ts')).viewItem;
// Without the dialog the link opens the picture's largest file.
if (picture) openFromLinks(picture, 'a', loadViewItem, (viewItem, link) => viewItem(link, false));

addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
  if (target instanceof Element && target.closest(KEYS_OF_THEIR_OWN)) return;
  // Ignores keys behind the open menu.
  if (document.querySelector('main')?.inert) return;
  if (key === 'f' && picture)
    loadViewItem()
      .then((viewItem) => viewItem(picture, true))
      .catch(() => location.assign(picture.href));
  const rel = key === 'ArrowLeft' ? 'prev' : key === 'ArrowRight' ? 'next' : null;
  // On a page zoomed by pinching, arrows scroll.
  if (rel && (visualViewport?.scale ?? 1) <= 1.01)
    document.querySelector<HTMLElement>(`.neighbours a[rel="${rel}"]`)?.click();
});

const share = document.querySelector<HTMLElement>('[data-share]');
share?.querySelector('button')?.addEventListener('click', async () => {
  const { copied = '', failed = '' } = share.dataset;
  const title = document.querySelector('h1')?.textContent ?? '';
  const result = await shareItem({ title, url: location.href });
  const status = share.querySelector('[role="status"]');
  if (result === 'copied' || result === 'failed')
    status?.replaceChildren(result === 'copied' ? copied : failed);
});
