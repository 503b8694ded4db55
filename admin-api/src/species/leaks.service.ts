/** The leak report: of every guarded item on the site what visitors read, and what tells them more (decision 068). */
import { pick } from '@veldlicht/contract/by-name';
import type { CategoryType } from '@veldlicht/contract/category';
import { publicDate } from '@veldlicht/contract/guard';
import { toldTexts } from '@veldlicht/contract/item-fields';
import type { HeldText, Leak, LeakReport, LeakRow } from '@veldlicht/contract/leaks';
import { ownRightsOf } from '@veldlicht/contract/rights';
import { bodies, type StoryKind } from '@veldlicht/contract/story';
import { findLeaks } from '@veldlicht/database/find-leaks';
import { whereStoryListed } from '@veldlicht/database/is-public';
import { mayTellOf } from '@veldlicht/database/keep-addresses';
import type { Store } from '@veldlicht/database/open';
import { toldPlace } from '@veldlicht/database/public/to-public-item';
import { type MayTell, textsOfStory } from '@veldlicht/database/public/told-words';
import { categories, media, SHARED, stories } from '@veldlicht/database/schema';
import { marksIn } from '@veldlicht/database/words/safe-text';
import { eq, isNotNull } from 'drizzle-orm';
import { readGuardedMedia } from '#media/media.repository.ts';
import { type MediaRecord, toMediaItem } from '#media/to-media-item.ts';

/** Items of one page of the report. */
const PAGE_ITEMS = 50;
interface Told {
  id: string;
  kind: StoryKind;
  title: string;
  texts: string[];
}

/** Stories on the site, now or in their time, by the id of each item that they show. */
function readStories(store: Store): Map<string, Told[]> {
  const byItem = new Map<string, Told[]>();
  for (const { id, kind, title, body, cover } of store
    .select()
    .from(stories)
    .where(whereStoryListed)
    .all()) {
    const told = { id, kind, title, texts: textsOfStory({ kind, title, body }) };
    for (const item of new Set([...bodies[kind].shownIn(body), ...(cover === null ? [] : [cover])]))
      byItem.set(item, [...(byItem.get(item) ?? []), told]);
  }
  return byItem;
}

/** What of a story waits. */
function toldIn({ id, kind, title, texts }: Told, mayTell: MayTell): Leak[] {
  return texts
    .filter((text) => !mayTell(id, text))
    .flatMap((text) => marksIn(text).slice(0, 2))
    .map(({ word, tells }) => ({ kind, id, title, word, tells }));
}

/** An item of the same outing whose place visitors knew before: the guarded one is hidden for it. */
function tellersOf(store: Store, { media: row }: MediaRecord): Leak[] {
  const ids = row.guardReasons.flatMap((one) => (one.why === 'told' ? one.id : []));
  return ids.flatMap((id): Leak[] => {
    const other = store.select().from(media).where(eq(media.id, id)).get();
    if (!other) return [];
    return [{ kind: 'sameDay', id, title: other.title, place: other.location ?? '' }];
  });
}

/** What categories and tags say of themselves, by type and name. */
function readDescriptions(store: Store): (type: CategoryType, name: string) => string {
  const rows = store.select().from(categories).where(isNotNull(categories.description)).all();
  const texts = new Map(
    rows.map(({ type, name, description }) => [`${type} ${name}`, description]),
  );
  return (type, name) => texts.get(`${type} ${name}`) ?? '';
}

interface Waiting {
  leaks: Leak[];
  held: HeldText[];
}

/** The words of an item, and of the stories that show it, that wait. */
function waitingOf(
  store: Store,
  record: MediaRecord,
  told: ReadonlyMap<string, Told[]>,
  describe: (type: CategoryType, name: string) => string,
  mayTell: MayTell,
): Waiting {
  const { media: row, category, tags, file } = record;
  const rights = Object.values(ownRightsOf(file.facts));
  const descriptions = {
    category: describe('category', category),
    tags: tags.map((tag) => ({ tag, text: describe('tag', tag) })),
  };
  const words = { ...pick(row, toldTexts), category, tags, descriptions, rights };
  const described = [descriptions.category, ...descriptions.tags.map(({ text }) => text)];
  const stories = told.get(row.id) ?? [];
  const all = [
    ...toldTexts.map((name) => ({ subject: row.id, text: row[name] })),
    ...[category, ...tags, ...described, ...rights].map((text) => ({ subject: SHARED, text })),
    ...stories.flatMap(({ id, texts }) => texts.map((text) => ({ subject: id, text }))),
  ];
  return {
    leaks: [
      ...findLeaks(words, (text, isShared) => mayTell(isShared ? SHARED : row.id, text)),
      ...stories.flatMap((story) => toldIn(story, mayTell)),
      ...tellersOf(store, record),
    ],
    held: all.flatMap(({ subject, text }) =>
      text && !mayTell(subject, text) ? { subject, text } : [],
    ),
  };
}

/** Items that are guarded for its sake. */
const countNeighbours = ({ media: { id } }: MediaRecord, all: readonly MediaRecord[]) =>
  all.filter((other) =>
    other.media.guardReasons.some((one) => one.why === 'outing' && one.id === id),
  ).length;

function toRow(record: MediaRecord, waiting: Waiting, all: readonly MediaRecord[]): LeakRow {
  const { media: row } = record;
  return {
    item: toMediaItem(record),
    place: toldPlace(row)?.words ?? null,
    date: publicDate(row.date, row.guard),
    address: `/${row.type === 'video' ? 'video' : 'foto'}/${row.slug}`,
    neighbours: countNeighbours(record, all),
    ...waiting,
  };
}

const uniqueTexts = (texts: HeldText[]) => [
  ...new Map(texts.map((one) => [JSON.stringify(one), one])).values(),
];

/** A page of the report, from 1; one that there is not is the last. */
export function readLeakReport(store: Store, wanted: number): LeakReport {
  const records = readGuardedMedia(store);
  const told = readStories(store);
  const describe = readDescriptions(store);
  const mayTell = mayTellOf(store);
  const found = records.map((record) => ({
    record,
    waiting: waitingOf(store, record, told, describe, mayTell),
  }));
  const leaking = found.filter(({ waiting }) => waiting.leaks.length > 0);
  const ordered = [...leaking, ...found.filter(({ waiting }) => waiting.leaks.length === 0)];
  const pages = Math.max(1, Math.ceil(ordered.length / PAGE_ITEMS));
  const page = Math.min(pages, Math.max(1, wanted));
  const shown = ordered.slice((page - 1) * PAGE_ITEMS, page * PAGE_ITEMS);
  return {
    rows: shown.map(({ record, waiting }) => toRow(record, waiting, records)),
    total: ordered.length,
    leaking: leaking.length,
    held: uniqueTexts(leaking.flatMap(({ waiting }) => waiting.held)),
    page,
    pages,
  };
}
