import { isDeepStrictEqual } from 'node:util';
import type { HistoryEntity } from '@veldlicht/contract/history';
import type { State } from '@veldlicht/database/history';
import { spreadProfile } from './bring-back-site.ts';

/** The fields by which states are compared. */
export const partsOf = (entity: HistoryEntity, state: State): State =>
  entity === 'settings' ? spreadProfile(state) : state;

/** Fields that concern the site, not the version of a thing. */
const noVersion = ['slug', 'deletedAt', 'deletedBy', 'hero', 'featured'];

/** Names of fields that differ between two versions. Settings may lack a text in either. */
export function versionedNames(entity: HistoryEntity, was: State, is: State): string[] {
  // The cover of a story is its picture; of an item it is a place on the site.
  const left = entity === 'media' ? [...noVersion, 'cover'] : noVersion;
  const names = Object.keys({ ...was, ...(entity === 'settings' && is) });
  return names.filter((name) => !left.includes(name) && !isDeepStrictEqual(was[name], is[name]));
}
