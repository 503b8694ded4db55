/** Chooses one area per outing, once (decision 021). */
import type { GuardLevel } from '@veldlicht/contract/guard';
import type { Coordinates } from '@veldlicht/contract/location';
import { areaOf } from '../positions/area.ts';
import type { StoredArea } from '../schema.ts';
import { kmBetween, SITE_KM, WIDTH_KM } from './distance.ts';
import type { Subject } from './guard-rows.ts';
import type { Outing, Verdict } from './outing.ts';

/** A position and the area stored for it. */
export interface ShownPlace {
  level: GuardLevel;
  point: Coordinates;
  area: StoredArea;
}

function toStored(point: Coordinates, size: 'block' | 'region'): StoredArea {
  const { centre, grid } = areaOf(point, size);
  return { ...centre, grid };
}

/** An area further away belongs to an earlier place, from which the item was moved. */
const fits = (area: StoredArea, point: Coordinates, level: GuardLevel) =>
  kmBetween(area, point) <= 2 * WIDTH_KM[level];

/** Returns the stored area of the first item that has one; a region is chosen around a stored block. */
function areaSoFar(
  members: readonly Subject[],
  anchor: Coordinates,
  level: 'block' | 'region',
): StoredArea | null {
  for (const { area, row } of members) {
    if (!area || !row.guard || !fits(area, anchor, level)) continue;
    if (row.guard === level) return area;
    if (level === 'region' && row.guard === 'block') return toStored(area, 'region');
  }
  return null;
}

/**
 * Chooses the area of every guarded item with a position. `known` returns places whose areas are stored: a photo beside
 * one gets the same area, since two photos on either side of a border would reveal the spot.
 */
export function chooseAreas(
  verdicts: ReadonlyMap<Subject, Verdict>,
  known: (level: 'block' | 'region') => ShownPlace[],
): Map<Subject, StoredArea> {
  const members = new Map<Outing, Subject[]>();
  for (const [subject, { outing }] of verdicts)
    if (outing) members.set(outing, [...(members.get(outing) ?? []), subject]);
  const areas = new Map<Subject, StoredArea>();
  const fresh: ShownPlace[] = [];
  const shown: Partial<Record<GuardLevel, ShownPlace[]>> = {};
  const choose = (group: readonly Subject[], level: 'block' | 'region') => {
    const placed = group.filter(({ point }) => point);
    const anchor = placed[0]?.point;
    if (!anchor) return;
    const isBeside = (place: ShownPlace) =>
      place.level === level &&
      placed.some(({ point }) => point && kmBetween(point, place.point) <= SITE_KM);
    const knownPlaces = () => {
      shown[level] ??= known(level);
      return shown[level];
    };
    const area =
      areaSoFar(placed, anchor, level) ??
      (fresh.find(isBeside) ?? knownPlaces().find(isBeside))?.area ??
      toStored(anchor, level);
    for (const subject of placed) areas.set(subject, area);
    fresh.push(...placed.flatMap(({ point }) => (point ? [{ level, point, area }] : [])));
  };
  for (const [{ sources, level }, all] of members) {
    if (level === 'hidden') continue;
    const others = all.filter((one) => !sources.includes(one));
    choose([...sources, ...others.toSorted((a, b) => a.row.seq - b.row.seq)], level);
  }
  for (const [subject, { level, outing }] of verdicts)
    if (level && level !== 'hidden' && !outing) choose([subject], level);
  return areas;
}
