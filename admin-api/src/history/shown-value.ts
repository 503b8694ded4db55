/** Formats values of history for people: names instead of ids, text instead of raw database values. */
import type { HistoryEntity, VersionsQuery, VersionValue } from '@veldlicht/contract/history';
import { readBody } from '@veldlicht/contract/story-body';
import { readWords } from '@veldlicht/contract/story-words';
import type { State } from '@veldlicht/database/history';
import { kept } from '@veldlicht/database/history-triggers';
import type { Store } from '@veldlicht/database/open';
import { categories, mediaRows, storyRows } from '@veldlicht/database/schema';
import { eq, getTableColumns } from 'drizzle-orm';
import { toInstant } from '#http/instant.ts';

const moments = ['publishFrom', 'publishUntil'];

/** The name of a category, item or story; the id of a deleted one. */
export function nameOf(store: Store, id: string): string {
  const [category] = store.select().from(categories).where(eq(categories.id, id)).all();
  const [item, story] = [mediaRows, storyRows].map((table) =>
    store.select({ title: table.title }).from(table).where(eq(table.id, id)).get(),
  );
  return category?.name ?? item?.title ?? story?.title ?? id;
}

/** Fields that hold an id or a list of ids. */
const named = [
  'categoryId',
  'tagIds',
  'cover',
  'picture',
  'profile.portrait',
  'profile.homeSeries',
  'profile.homeItems',
];

function isSwitch(entity: HistoryEntity, name: string): boolean {
  return getTableColumns(kept[entity].table)[name]?.dataType === 'boolean';
}

/** The blocks of a story as lines: text as visitors read it, pictures by title. */
function shownBody(store: Store, body: string): string {
  const lines = readBody(body).map((block) => {
    if (!('media' in block)) return readWords([block]);
    const titles = block.media.map((id) => nameOf(store, id)).join(' + ');
    return [`[${titles}]`, ...(block.captions ?? [])].filter(Boolean).join(' ');
  });
  return lines.join('\n').trim();
}

/** A field of a state, formatted. */
export function shownValue(
  store: Store,
  { entity }: VersionsQuery,
  name: string,
  state: State,
): VersionValue {
  const value = state[name];
  if (value === null || value === undefined || value === '') return null;
  if (moments.includes(name)) return toInstant(Number(value));
  if (isSwitch(entity, name)) return value === 1;
  if (name === 'body') return shownBody(store, String(value));
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
