/**
 * Pictures on a page open the dialog, which pages through their group: the grids of home (spec §2), a field note, a
 * series, a species, a category or an area. Without this script they work as plain links.
 */
import { openFromLinks } from '#dialog/open-from-links.ts';
import { gridItemOfElement } from '#lib/grid-item.ts';

const LINKS = 'a.card, a.story__picture';
const loadDialog = () => import('#dialog/open-dialog.ts');

function setUp(part: Element): void {
  const links = [...part.querySelectorAll<HTMLAnchorElement>(LINKS)];
  openFromLinks(part, LINKS, loadDialog, async ({ openDialog }, link) => {
    const items = links.map(gridItemOfElement);
    const load = async (at: number) => {
      const item = items[at];
      if (!item) throw new RangeError(`no item ${at}`);
      return item;
    };
    const item = (at: number) => items[at] ?? null;
    const list = { first: 0, last: items.length - 1, item, load };
    const onClose = (at: number) => links[at]?.focus();
    await openDialog({ list, index: links.indexOf(link), onClose });
  });
}

for (const part of document.querySelectorAll(
  '#recent, .opening, .story, .listing, .area-page__items',
))
  setUp(part);
