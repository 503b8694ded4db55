/** The content as its makers may see it: with drafts, and pictures as soon as there is something to see. */
import type { SettingsPreview } from '@veldlicht/contract/preview';
import type { ContentSource } from './content-source.ts';
import {
  CATEGORIES,
  type EntryRow,
  itemReader,
  openView,
  readCategoryTexts,
  readSpeciesFacts,
  siteMoment,
  toEntry,
  WHAT_WHERE_WHEN,
} from './database-source.ts';
import { toSiteFacts } from './site-facts.ts';
import { readStories, sectionsOf } from './stories.ts';

/** SQL on a file: there is a picture of it, though perhaps not yet in every size. */
const hasPicture = (file: string) => `
  ${file}.processing IN ('ready', 'working') AND EXISTS (
    SELECT 1 FROM json_each(${file}.renditions) r WHERE json_extract(r.value, '$.format') = 'jpg')`;

/** SQL on an item or a story: visitors saw it until a moment that is over, and nobody is to see it again. */
const hasEnded = (table: string) =>
  `${table}.status = 'published' AND ${table}.publish_until IS NOT NULL AND ${table}.publish_until <= @moment`;
const HAS_ENDED = hasEnded('m');

/** Every draft and every item that is or will be public, with a picture; the columns of an `EntryRow`. */
const ENTRIES = `
  SELECT m.seq, m.slug, m.type, m.revision, m.link_revision, m.featured, m.hero, m.cover,
         c.name AS category,
         CASE WHEN ${hasPicture('f')} THEN f.hash ELSE p.hash END AS hash, 1 AS visible,
         CASE WHEN ${hasPicture('f')} THEN f.width ELSE p.width END AS width,
         CASE WHEN ${hasPicture('f')} THEN f.height ELSE p.height END AS height,
         ${WHAT_WHERE_WHEN}
  FROM media m
  JOIN categories c ON c.id = m.category_id
  JOIN files f ON f.hash = m.file_hash
  LEFT JOIN files p ON p.hash = m.previous_file_hash AND p.processing = 'ready'
  WHERE ((${hasPicture('f')}) OR p.hash IS NOT NULL) AND NOT (${HAS_ENDED}) AND NOT m.withheld
  ORDER BY +place DESC`;

const TAGS_IN_USE = `
  SELECT c.name FROM categories c
  WHERE c.type = 'tag' AND EXISTS (
    SELECT 1 FROM media_tags t JOIN media m ON m.seq = t.media_seq
    WHERE t.tag_id = c.id AND NOT (${HAS_ENDED}) AND NOT m.withheld)
  ORDER BY c.sort_order`;

/** SQL on stories `s`, likewise. */
const STORY_IS_SHOWN = `s.deleted_at IS NULL AND NOT s.withheld AND NOT (${hasEnded('s')})`;

/**
 * As `openDatabaseSource`, with everything that is not public yet (drafts, and items that are to
 * begin after `now`), to be shown below the address `preview`. What has ended
 * or is withheld stays away here too. What is told of each item is what the public would be told: places stay as protected
 * as they are (product decisions §4). Visitors are not counted here. The last argument holds settings
 * that are not saved.
 */
export function openDraftSource(
  file: string,
  origin: string,
  preview: string,
  now: number,
  { hero, ...profile }: SettingsPreview = {},
): ContentSource {
  const { db, state, stored, names, seqOf, portrait } = openView(file, profile);
  const moment = siteMoment(now, state.shownAt);
  const rows = db.$client.prepare(ENTRIES).raw().all({ moment }) as EntryRow[]; // the columns of ENTRIES
  const top = hero === undefined ? undefined : seqOf(hero);
  const entries = rows.map((row) => {
    const entry = toEntry(row);
    return top === undefined ? entry : { ...entry, hero: entry.seq === top };
  });
  const stories = readStories(db, entries, STORY_IS_SHOWN, moment);
  return {
    revision: state.revision,
    site: { ...toSiteFacts(stored.profile, null, origin), ...sectionsOf(stories), preview },
    siteRevision: stored.revision,
    portrait,
    categories: names(CATEGORIES),
    categoryTexts: readCategoryTexts(db),
    tags: names(TAGS_IN_USE, { moment }),
    species: readSpeciesFacts(db),
    retired: [],
    entries,
    stories,
    items: itemReader(db, hasPicture('own')),
    close: () => db.$client.close(),
  };
}
