/** Values of history as people read them: names instead of ids, words instead of what the database holds. */
import type { HistoryEntity, VersionsQuery, VersionValue } from '@veldlicht/contract/history';
import { readWords } from '@veldlicht/contract/story';
import type { State } from '@veldlicht/database/history';
import { kept } from '@veldlicht/database/history-triggers';
import type { Store } from '@veldlicht/database/open';
import { categories, mediaRows, storyRows } from '@veldlicht/database/schema';
import { eq, getTableColumns } from 'drizzle-orm';
import { toInstant } from '#http/instant.ts';

const moments = ['publishFrom', 'publishUntil'];

/** What a category, an item or a story is called; one that is gone shows its id. */
function nameOf(store: Store, id: string): string {
  const [category] = store.select().from(categories).where(eq(categories.id, id)).all();
  const [item, story] = [mediaRows, storyRows].map((table) =>
    store.select({ title: table.title }).from(table).where(eq(table.id, id)).get(),
  );
  return category?.name ?? item?.title ?? story?.title ?? id;
}

/** Of which a value is the id, or a list of ids. */
const named = ['categoryId', 'tagIds', 'cover', 'profile.portrait', 'profile.homeSeries'];

function isSwitch(entity: HistoryEntity, name: string): boolean {
  return getTableColumns(kept[entity].table)[name]?.dataType === 'boolean';
}

/** A note as it was typed, and the words of a series, which stand in JSON. */
function bodyOf(store: Store, id: string, body: string): string {
  const story = store.select().from(storyRows).where(eq(storyRows.id, id)).get();
  return story?.kind === 'series' ? readWords(body, 'series') : body;
}

/** What a state of a thing has under a name. */
export function shownValue(
  store: Store,
  { entity, id }: VersionsQuery,
  name: string,
  state: State,
): VersionValue {
  const value = state[name];
  if (value === null || value === undefined || value === '') return null;
  if (moments.includes(name)) return toInstant(Number(value));
  if (isSwitch(entity, name)) return value === 1;
  if (name === 'body') return bodyOf(store, id, String(value));
  if (name === 'fileHash') return String(state.originalName ?? '');
  if (Array.isArray(value)) {
    if (name === 'species') return value.map((one) => one.scientificName);
    if (name === 'profile.social')
      return value.filter(({ url }) => url).map(({ label, url }) => `${label} ${url}`);
    return value.map((one) => (named.includes(name) ? nameOf(store, String(one)) : String(one)));
  }
  if (named.includes(name)) return nameOf(store, String(value));
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return JSON.stringify(value);
}
