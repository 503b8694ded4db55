/** The page of an item: its picture opens the dialog, arrows lead to its neighbours, and it is shared. */
import { openFromLinks } from '#dialog/open-from-links.ts';
import { shareItem } from '#dialog/share-item.ts';

/** What has use for keys itself, while the focus is in it. */
const KEYS_OF_THEIR_OWN = 'input, select, textarea, video, .player';

const picture = document.querySelector<HTMLAnchorElement>('a.item__media');
const loadViewItem = async () => (await import('#dialog/view-item.ts')).viewItem;
// Without the dialog the link leads to the picture's largest file.
if (picture) openFromLinks(picture, 'a', loadViewItem, (viewItem, link) => viewItem(link, false));

addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
  if (target instanceof Element && target.closest(KEYS_OF_THEIR_OWN)) return;
  // Not behind the open menu.
  if (document.querySelector('main')?.inert) return;
  if (key === 'f' && picture)
    loadViewItem()
      .then((viewItem) => viewItem(picture, true))
      .catch(() => location.assign(picture.href));
  const rel = key === 'ArrowLeft' ? 'prev' : key === 'ArrowRight' ? 'next' : null;
  // Of a page that is enlarged by fingers they show another part.
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
