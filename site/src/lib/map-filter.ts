/** Filter of the items counted on the map. */
import type { MapPage } from '@veldlicht/contract/snapshot';

type MapGroup = MapPage['areas'][number]['groups'][number];

export interface MapFilter {
  /** Index of the species; null for all. */
  species: number | null;
  /** 1 to 12; null for all. */
  month: number | null;
}

/** "5.0.3:2 11:1 .2:7": month, species and number of items of each group, for an attribute. */
export function writeGroups(groups: MapGroup[]): string {
  return groups
    .map(({ month, species, count }) => `${[month ?? '', ...species].join('.')}:${count}`)
    .join(' ');
}

export function readGroups(text: string): MapGroup[] {
  return text.split(' ').map((group) => {
    const [shown = '', count] = group.split(':');
    const [month, ...species] = shown.split('.');
    return {
      month: month ? Number(month) : null,
      species: species.map(Number),
      count: Number(count),
    };
  });
}

export function countItems(groups: MapGroup[], { species, month }: MapFilter): number {
  return groups
    .filter(
      (group) =>
        (month === null || group.month === month) &&
        (species === null || group.species.includes(species)),
    )
    .reduce((sum, { count }) => sum + count, 0);
}

/** Counts every item. */
export const ALL: MapFilter = { species: null, month: null };
