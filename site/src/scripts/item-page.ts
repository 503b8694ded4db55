/** The page of an item: its picture opens the dialog, arrows lead to its neighbours, and it is shared. */
import { shareItem } from '#dialog/share-item.ts';
import { isPlainClick } from '#lib/plain-click.ts';

/** What has use for keys itself, while the focus is in it. */
const KEYS_OF_THEIR_OWN = 'input, select, textarea, video, .player';

const picture = document.querySelector<HTMLAnchorElement>('a.item__media');
const loadDialog = async () => {
  const { viewItem } = await import('#dialog/view-item.ts');
  return viewItem;
};

for (const intent of ['pointerover', 'focus', 'touchstart']) {
  // A failed preload is ignored: the click tries again.
  const prepare = () => loadDialog().catch(() => undefined);
  picture?.addEventListener(intent, prepare, { passive: true });
}

/** Without the dialog the link leads to the picture's largest file. */
async function view(link: HTMLAnchorElement, isFull: boolean): Promise<void> {
  try {
    const viewItem = await loadDialog();
    await viewItem(link, isFull);
  } catch {
    location.assign(link.href);
  }
}

picture?.addEventListener('click', (event) => {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  view(picture, false);
});

addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
  if (target instanceof Element && target.closest(KEYS_OF_THEIR_OWN)) return;
  // Not behind the open menu.
  if (document.querySelector('main')?.inert) return;
  if (key === 'f' && picture) view(picture, true);
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
