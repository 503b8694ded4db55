import { isDeepStrictEqual } from 'node:util';
import type { HistoryEntity } from '@veldlicht/contract/history';
import type { State } from '@veldlicht/database/history';
import { spreadProfile } from './bring-back-site.ts';

/** What states of a thing are compared by. */
export const partsOf = (entity: HistoryEntity, state: State): State =>
  entity === 'settings' ? spreadProfile(state) : state;

/** What belongs to the site rather than to a version of a thing. */
const noVersion = ['slug', 'deletedAt', 'deletedBy', 'hero', 'featured'];

/** Names of what tells two versions of a thing apart; of parts that a thing does not have the other decides. */
export function versionedNames(entity: HistoryEntity, was: State, is: State): string[] {
  // Of a story it is a picture that was chosen for it.
  const left = entity === 'media' ? [...noVersion, 'cover'] : noVersion;
  const names = Object.keys({ ...was, ...(entity === 'settings' && is) });
  return names.filter((name) => !left.includes(name) && !isDeepStrictEqual(was[name], is[name]));
}
