import type { Store } from '@veldlicht/database/open';
import { settings } from '@veldlicht/database/schema';

export function readSettings(store: Store): typeof settings.$inferSelect {
  const row = store.select().from(settings).get();
  if (!row) throw new Error('the settings row is missing');
  return row;
}
