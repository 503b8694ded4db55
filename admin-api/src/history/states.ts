import type { HistoryEntity } from '@veldlicht/contract/history';
import type { State } from '@veldlicht/database/history';
import { spreadProfile } from './bring-back-site.ts';

/** What states of a thing are compared by. */
export const partsOf = (entity: HistoryEntity, state: State): State =>
  entity === 'settings' ? spreadProfile(state) : state;
