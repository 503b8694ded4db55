/** What an earlier release may show today (decision 028). */
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { exists } from '../durable-file.ts';
import type { ContentSource, Entry } from './content-source.ts';
import type { Snapshot, SnapshotItem } from './snapshot-file.ts';
import { namesNow, stillPublic, textNow } from './still-public.ts';

/** Items read at once; reading them one by one takes ten times as long. */
const PORTION = 250;

function itemsNow(today: ContentSource, seqs: Set<number>): Map<number, SnapshotItem> {
  const entries = today.entries.filter(({ seq }) => seqs.has(seq));
  const found = new Map<number, SnapshotItem>();
  for (let from = 0; from < entries.length; from += PORTION) {
    const portion: Entry[] = entries.slice(from, from + PORTION);
    for (const [i, item] of today.items(portion).entries()) {
      const entry = portion[i];
      if (entry) found.set(entry.seq, { entry, item });
    }
  }
  return found;
}

/** The pictures of a snapshot, by their hashes, that are still there. */
export async function hasPictures(
  { renditions }: Pick<DataFolder, 'renditions'>,
  { items }: Snapshot,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const hash of new Set(items.map(({ entry }) => entry.hash)))
    if (await exists(path.join(renditions, hash))) found.add(hash);
  return found;
}

/**
 * Leaves out (pure) what is not public today (deleted, drafted, withheld, ended, not begun), tells places as they
 * are told today, takes texts, names and settings with a position that has gone since from today, has every item at
 * today's address, and forgets tags that no item has any more. `pictures` are the rendition folders that still
 * exist. `isSame`: nothing had to go.
 */
export function whatMayBeShown(
  then: Snapshot,
  today: ContentSource,
  pictures: Set<string>,
): { snapshot: Snapshot; isSame: boolean } {
  const now = itemsNow(today, new Set(then.items.map(({ entry }) => entry.seq)));
  const items = then.items.flatMap((one) => {
    const current = now.get(one.entry.seq);
    return current ? [stillPublic(one, current, pictures.has(one.entry.hash))] : [];
  });
  const { retired } = today;
  const [profile, profileNow] = [then, today].map(({ site }) => JSON.stringify(site.profile));
  const hasSettings = textNow(profile ?? '', profileNow ?? '') === profile;
  const isSame =
    hasSettings &&
    namesNow(then.categories, today.categories) === then.categories &&
    retired.join() === then.retired.join() &&
    items.length === then.items.length &&
    items.every((one, i) => one === then.items[i]);
  if (isSame) return { snapshot: then, isSame };
  const used = new Set(items.flatMap(({ item }) => item.tags));
  const tags = then.tags.filter((tag) => used.has(tag));
  const known = namesNow(then.categories, today.categories);
  const categories = [...new Set([...known, ...items.map(({ item }) => item.category)])];
  const { site, siteRevision } = hasSettings ? then : today;
  return { snapshot: { ...then, site, siteRevision, categories, retired, items, tags }, isSame };
}
