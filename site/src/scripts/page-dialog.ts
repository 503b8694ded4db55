/**
 * Pictures of a page open the dialog, over those that stand together: the grids of home (spec §2), a field note, a series,
 * a species, a category, an area. Without this their links do their work.
 */
import { gridItemOfElement } from '#lib/grid-item.ts';
import { isPlainClick } from '#lib/plain-click.ts';

const loadDialog = () => import('#dialog/open-dialog.ts');

async function open(links: HTMLAnchorElement[], index: number): Promise<void> {
  const { openDialog } = await loadDialog();
  const items = links.map(gridItemOfElement);
  const load = async (at: number) => {
    const item = items[at];
    if (!item) throw new RangeError(`no item ${at}`);
    return item;
  };
  const list = { first: 0, last: items.length - 1, item: (at: number) => items[at] ?? null, load };
  await openDialog({ list, index, onClose: (at) => links[at]?.focus() });
}

function setUp(part: Element): void {
  const links = [...part.querySelectorAll<HTMLAnchorElement>('a.card, a.story__picture')];
  /** The place of the card that an event is about; -1 beside them. */
  const indexOf = ({ target }: Event) =>
    links.findIndex((link) => target instanceof Node && link.contains(target));
  for (const intent of ['pointerover', 'focusin', 'touchstart']) {
    // A failed preload is ignored: the click tries again.
    const prepare = (event: Event) => indexOf(event) >= 0 && loadDialog().catch(() => undefined);
    part.addEventListener(intent, prepare, { passive: true });
  }
  part.addEventListener('click', (event) => {
    const index = indexOf(event);
    if (index < 0 || !(event instanceof MouseEvent) || !isPlainClick(event)) return;
    event.preventDefault();
    open(links, index).catch(() => location.assign(links[index]?.href ?? ''));
  });
}

for (const part of document.querySelectorAll(
  '#recent, .opening, .story, .listing, .area-page__items',
))
  setUp(part);
