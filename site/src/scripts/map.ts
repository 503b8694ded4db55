/** Filters the map and its table by species or month. Without this script everything is counted. */
import { mapTexts } from '#copy/scripts.ts';
import { build } from '#lib/dom.ts';
import { countItems, type MapFilter, readGroups } from '#lib/map-filter.ts';
import { shadeOf } from '#lib/map-frame.ts';

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const filter = find('[data-map-filter]');
const found = find('[data-map-found]');

const areas = [...document.querySelectorAll<HTMLElement>('tr[data-area]')].map((row) => ({
  row,
  count: row.querySelector('[data-count]'),
  words: row.querySelector('a')?.textContent ?? '',
  groups: readGroups(row.dataset.groups ?? ''),
  drawn: document.querySelector<SVGAElement>(`svg [data-area="${row.dataset.area}"]`),
}));

function show(wanted: MapFilter): void {
  let total = 0;
  let shown = 0;
  for (const { row, count, words, groups, drawn } of areas) {
    const n = countItems(groups, wanted);
    total += n;
    shown += Number(n > 0);
    row.hidden = n === 0;
    if (count) count.textContent = String(n);
    drawn?.setAttribute('data-shade', String(shadeOf(n)));
    const title = drawn?.querySelector('title');
    if (title) title.textContent = `${words}: ${mapTexts.count(n)}`;
  }
  if (found) found.textContent = total > 0 ? mapTexts.found(total, shown) : mapTexts.none;
}

function chosen(selects: HTMLSelectElement[]): MapFilter {
  const number = (name: string) => {
    const value = selects.find((select) => select.name === name)?.value;
    return value ? Number(value) : null;
  };
  return { species: number('soort'), month: number('maand') };
}

/** Shows the newest picture of the area that a pointer is over. */
function showThumbs(map: SVGElement): void {
  const thumb = build('img', { class: 'map-thumb', alt: '', hidden: true });
  map.after(thumb);
  map.addEventListener('pointermove', (event) => {
    const area =
      event.target instanceof Element && event.target.closest<SVGElement>('[data-thumb]');
    const url = area ? area.dataset.thumb : '';
    if (url && !thumb.src.endsWith(url)) thumb.src = url;
    thumb.hidden = !url || event.pointerType === 'touch';
    const { left, top, width } = map.getBoundingClientRect();
    const half = thumb.offsetWidth / 2;
    thumb.style.left = `${Math.min(width - half, Math.max(half, event.clientX - left))}px`;
    thumb.style.top = `${event.clientY - top}px`;
  });
  map.addEventListener('pointerleave', () => {
    thumb.hidden = true;
  });
}
const map = document.querySelector<SVGElement>('.map-page__map > svg');
if (map) showThumbs(map);

if (filter) {
  // The filter is in the address, so that it can be shared and restored.
  const asked = new URLSearchParams(location.search);
  const selects = [...filter.querySelectorAll('select')];
  for (const select of selects) {
    const wanted = asked.get(select.name);
    const option = [...select.options].find(({ text, value }) => value && text === wanted);
    if (option) select.value = option.value;
  }
  filter.hidden = false;
  if (selects.some(({ value }) => value)) show(chosen(selects));
  filter.addEventListener('change', () => {
    show(chosen(selects));
    const address = new URL(location.href);
    for (const { name, value, selectedOptions } of selects) {
      if (value) address.searchParams.set(name, selectedOptions[0]?.text ?? '');
      else address.searchParams.delete(name);
    }
    history.replaceState(history.state, '', address);
  });
}
