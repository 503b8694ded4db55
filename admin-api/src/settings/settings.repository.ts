import { enqueueJob } from '@veldlicht/database/jobs';
import type { Store } from '@veldlicht/database/open';
import { settings } from '@veldlicht/database/schema';

export type SettingsRow = typeof settings.$inferSelect;

export function readSettings(store: Store): SettingsRow {
  const row = store.select().from(settings).get();
  if (!row) throw new Error('the settings row is missing');
  return row;
}

/** Queues new renditions of all pictures, behind other jobs: they carry the owner's credits. */
export function remakePictures(store: Store, now: number): void {
  enqueueJob(store, { kind: 'remake', subject: '', priority: -1, now });
}

/** Pass only columns that differ: writing an equal value publishes for nothing. */
export function updateSettings(store: Store, change: Partial<SettingsRow>): void {
  store.update(settings).set(change).run();
}
