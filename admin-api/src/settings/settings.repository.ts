import type { Store } from '@veldlicht/database/open';
import { settings } from '@veldlicht/database/schema';

export type SettingsRow = typeof settings.$inferSelect;

export function readSettings(store: Store): SettingsRow {
  const row = store.select().from(settings).get();
  if (!row) throw new Error('the settings row is missing');
  return row;
}

/** Writing a column publishes, also with the value it had: name only what differs. */
export function updateSettings(store: Store, change: Partial<SettingsRow>): void {
  store.update(settings).set(change).run();
}
