/** Which items of the map are counted. */
import type { MapPage } from '@veldlicht/contract/snapshot';

type MapItem = MapPage['areas'][number]['items'][number];

export interface MapFilter {
  /** Index of the species; null for all. */
  species: number | null;
  /** 1 to 12; null for all. */
  month: number | null;
}

/** "5.0.3 11 .2": the month and the species of each item, as an attribute holds them. */
export function writeItems(items: MapItem[]): string {
  return items.map(({ month, species }) => [month ?? '', ...species].join('.')).join(' ');
}

export function readItems(text: string): MapItem[] {
  return text.split(' ').map((item) => {
    const [month, ...species] = item.split('.');
    return { month: month ? Number(month) : null, species: species.map(Number) };
  });
}

export function countItems(items: MapItem[], { species, month }: MapFilter): number {
  return items.filter(
    (item) =>
      (month === null || item.month === month) &&
      (species === null || item.species.includes(species)),
  ).length;
}
