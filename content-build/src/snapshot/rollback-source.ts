/**
 * What an earlier release may show today (decision 028). What is gone, drafted or ended has no today, and is left
 * out.
 */
import path from 'node:path';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { blocksWith, wordsOfSeries } from '@veldlicht/contract/series';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { newestFirst } from '@veldlicht/contract/story';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { exists } from '@veldlicht/database/durable-file';
import { type ContentSource, isGuarded, onMap, withItems } from './content-source.ts';
import type { Snapshot, SnapshotItem } from './snapshot-file.ts';
import { type Story, seqsOf, withoutDay } from './stories.ts';

/** An old place is told only as it is told today; one that was not told stays untold. */
function placeNow(then: PublicItem, today: PublicItem) {
  const { place, placeDegrees, grid } = then.place === null ? then : today;
  // The same object when nothing of it has changed.
  const isSame = JSON.stringify(grid) === JSON.stringify(then.grid);
  return { place, placeDegrees, grid: isSame ? then.grid : grid };
}

/** What is guarded today has no more than a month, whatever day it had. */
function dateNow(then: PublicItem, today: SnapshotItem): Pick<PublicItem, 'date' | 'createdAt'> {
  const { createdAt } = today.item;
  const date = isGuarded(today.entry) ? (then.date?.slice(0, 7) ?? null) : then.date;
  return { date, createdAt };
}

/** A text in which somebody may have found the spot: it comes back only if it is there today. */
function textNow<T extends string | null>(then: T, today: T, mayTell = holdsPosition): T {
  return then !== null && then !== today && mayTell(then) ? today : then;
}

/** Six digits, years apart, may be a position in a notation that nobody thought of. */
function mayTellPosition(text: string): boolean {
  const numbers = text.normalize('NFKC').replace(/(?<!\p{Nd})(?:19|20)\d\d(?!\p{Nd})/gu, '');
  return numbers.replace(/\P{Nd}/gu, '').length >= 6 || holdsPosition(text);
}

/** Names likewise, `onlyToday` none that is not there today; the same array when none has to go. */
function namesNow(then: string[], today: string[], onlyToday = false): string[] {
  const mayStay = (name: string) => !onlyToday && !holdsPosition(name);
  const names = then.filter((name) => today.includes(name) || mayStay(name));
  return names.length === then.length ? then : names;
}

/** What belongs to the file. */
function pictureOf(item: PublicItem) {
  const { width, height, duration, color, placeholder, camera, rights, sources } = item;
  const { video, videoVersions } = item;
  return {
    ...{ width, height, duration, color, placeholder, camera, rights, sources },
    ...{ video, videoVersions },
  };
}

/**
 * The item as it was, without what may no longer be told of it: the very same object when nothing
 * has to go. `hasPicture` says whether the picture of then still exists; else it is today's.
 */
function stillPublic(then: SnapshotItem, today: SnapshotItem, hasPicture: boolean): SnapshotItem {
  const category = textNow(then.item.category, today.item.category);
  // Any word of a guarded item may have named its place.
  const mayTell = isGuarded(today.entry) ? () => true : mayTellPosition;
  const texts = {
    // An address that has ended does not come back.
    slug: today.item.slug,
    path: today.item.path,
    ...placeNow(then.item, today.item),
    ...dateNow(then.item, today),
    title: textNow(then.item.title, today.item.title, mayTell),
    alt: textNow(then.item.alt, today.item.alt, mayTell),
    description: textNow(then.item.description, today.item.description, mayTell),
    category,
    categoryLabel: (category === then.item.category ? then : today).item.categoryLabel,
    tags: namesNow(then.item.tags, today.item.tags, isGuarded(today.entry)),
  };
  // Cast: the keys of the object just above.
  const names = Object.keys(texts) as (keyof typeof texts)[];
  const { order } = today.entry;
  const isSame =
    order === then.entry.order && names.every((name) => texts[name] === then.item[name]);
  if (hasPicture && isSame) return then;
  const picture = hasPicture ? {} : pictureOf(today.item);
  const { hash, ratio } = (hasPicture ? then : today).entry;
  const mark = `${then.entry.mark ?? ''}~${today.entry.revision}`;
  return {
    entry: { ...then.entry, order, slug: texts.slug, category, hash, ratio, mark, ...onMap(texts) },
    item: { ...then.item, ...texts, ...picture },
  };
}

const linesOf = ({ title, parts, introduction, blocks }: Story) => [
  title,
  ...wordsOfSeries({ introduction, blocks }).flatMap((text) => text.split('\n')),
  ...parts.flatMap((part) => ('text' in part ? part.text.split('\n') : part.caption)),
];

/**
 * A story as it was, with what may still be seen of what it showed; the very same object when nothing has to go.
 * Its words are today's when a line that is gone since may have told a place.
 */
function storyNow(
  then: Story,
  today: Story,
  isShown: (seq: number) => boolean,
  isGuardedNow: (seq: number) => boolean,
): Story {
  const present = new Set(linesOf(today));
  const gone = linesOf(then).filter((line) => !present.has(line));
  const isGuardedStory = seqsOf(then).some(isGuardedNow);
  const mayTell = isGuardedStory ? () => true : mayTellPosition;
  const words = gone.some(mayTell) ? today : then;
  const parts = words.parts.filter((part) => 'text' in part || isShown(part.seq));
  const blocks = blocksWith(words.blocks, (seq) => (isShown(seq) ? seq : undefined));
  const cover = words.cover !== null && isShown(words.cover) ? words.cover : null;
  const { slug } = today;
  const isWhole = seqsOf({ cover, parts, blocks }).length === seqsOf(then).length;
  const isDated = !isGuardedStory || then.date.length === 7;
  if (words === then && slug === then.slug && isWhole && isDated) return then;
  const told = isGuardedStory ? withoutDay(words) : words;
  return { ...told, slug, parts, blocks, cover, mark: `${then.mark ?? ''}~${today.revision}` };
}

/** Whether something that was public is not any more; `today` has the items of the same ages. */
export function isLessPublic(then: SnapshotItem[], today: SnapshotItem[]): boolean {
  const bySeq = new Map(today.map((one) => [one.entry.seq, one]));
  return then.some((one) => {
    const now = bySeq.get(one.entry.seq);
    return !now || stillPublic(one, now, one.entry.hash === now.entry.hash) !== one;
  });
}

/** The pictures of a snapshot, by their hashes, that are still there. */
export async function hasPictures(
  { renditions }: Pick<DataFolder, 'renditions'>,
  { items }: Snapshot,
): Promise<Set<string>> {
  const found = new Set<string>();
  // The files of an edition come and go together.
  const files = new Map(items.map(({ entry, item }) => [entry.hash, item.sources[0]?.url ?? '']));
  for (const [hash, url] of files)
    if (await exists(path.join(renditions, hash, path.basename(url)))) found.add(hash);
  return found;
}

/**
 * Leaves out (pure) what is not public today (deleted, drafted, withheld, ended, not begun), tells places as they
 * are told today, takes texts, names and settings with a position that has gone since from today, has every item at
 * today's address, and forgets tags that no item has any more. `pictures` are the rendition folders that still
 * exist. `isSame`: nothing had to go.
 * What is guarded today stands where it does today, and has a month for a date.
 */
export function whatMayBeShown(
  then: Snapshot,
  today: ContentSource,
  pictures: Set<string>,
): { snapshot: Snapshot; isSame: boolean } {
  const seqs = new Set(then.items.map(({ entry }) => entry.seq));
  const entries = today.entries.filter(({ seq }) => seqs.has(seq));
  const now = new Map(withItems(today, entries).map((one) => [one.entry.seq, one]));
  const items = then.items.flatMap((one) => {
    const current = now.get(one.entry.seq);
    return current ? [stillPublic(one, current, pictures.has(one.entry.hash))] : [];
  });
  // What is guarded since stands where it stands today.
  items.sort((a, b) => b.entry.order - a.entry.order);
  const shown = new Set(items.map(({ entry }) => entry.seq));
  const guarded = new Set(entries.filter(isGuarded).map(({ seq }) => seq));
  const stories = then.stories.flatMap((one) => {
    const current = today.stories.find(({ id }) => id === one.id);
    const now =
      current &&
      storyNow(
        one,
        current,
        (seq) => shown.has(seq),
        (seq) => guarded.has(seq),
      );
    return now ?? [];
  });
  const inOrder = newestFirst(stories);
  const { retired } = today;
  const [profile, profileNow] = [then, today].map(({ site }) => JSON.stringify(site.profile));
  const hasSettings = textNow(profile ?? '', profileNow ?? '') === profile;
  // What was told of a category then; a newer rule may find a position in it.
  const told = Object.entries(then.categoryTexts);
  const mayTell = told.filter(([, text]) => !holdsPosition(text));
  const isSame =
    hasSettings &&
    mayTell.length === told.length &&
    namesNow(then.categories, today.categories) === then.categories &&
    retired.join() === then.retired.join() &&
    stories.length === then.stories.length &&
    inOrder.every((one, i) => one === then.stories[i]) &&
    items.length === then.items.length &&
    items.every((one, i) => one === then.items[i]);
  if (isSame) return { snapshot: then, isSame };
  const used = new Set(items.flatMap(({ item }) => item.tags));
  const tags = then.tags.filter((tag) => used.has(tag));
  const known = namesNow(then.categories, today.categories);
  const categories = [...new Set([...known, ...items.map(({ item }) => item.category)])];
  const { site, siteRevision } = hasSettings ? then : today;
  const categoryTexts = Object.fromEntries(mayTell);
  return {
    snapshot: {
      ...{ ...then, site, siteRevision, categories, categoryTexts, retired, items, tags },
      stories: inOrder,
    },
    isSame,
  };
}
