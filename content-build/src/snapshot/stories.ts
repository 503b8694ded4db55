/** Stories as the public may know them: with those items alone that are public themselves (decision 076). */
import { publicMoment } from '@veldlicht/contract/guard';
import { blocksWith, readSeries, shownInBlocks } from '@veldlicht/contract/series';
import {
  bodies,
  newestFirst,
  type StoryKind,
  storyParts,
  toldDate,
} from '@veldlicht/contract/story';
import { isInTimeSql, isStoryListedSql } from '@veldlicht/database/is-public';
import type { Database } from '@veldlicht/database/open';
import { type Entry, isGuarded } from './content-source.ts';
import type { Story } from './story.ts';

/** SQL on stories `s` that visitors see at a moment. */
export const STORY_IS_VISIBLE = `${isStoryListedSql('s')} AND ${isInTimeSql('s')}`;

type Shown = Pick<Story, 'cover' | 'parts' | 'introduction' | 'blocks'>;
type StoryRow = Omit<Story, keyof Shown> & { body: string; cover: string | null };

const ID_AND_SEQ = 'SELECT id, seq FROM media WHERE id IN (SELECT value FROM json_each(?))';

/** The items that a story shows, in their order. */
export function seqsOf({ cover, parts, blocks }: Omit<Shown, 'introduction'>): number[] {
  const among = parts.flatMap((part) => ('seq' in part ? part.seq : []));
  const shown = [...among, ...shownInBlocks(blocks)];
  return cover === null ? shown : [cover, ...shown];
}

/** A body with those of its items that have a number here. */
function shownOf(kind: StoryKind, body: string, seqs: Map<string, number>): Omit<Shown, 'cover'> {
  if (kind === 'series') {
    const { introduction, blocks } = readSeries(body);
    return { parts: [], introduction, blocks: blocksWith(blocks, (id) => seqs.get(id)) };
  }
  const parts = storyParts(body).flatMap((part) => {
    if ('text' in part) return part;
    const seq = seqs.get(part.media);
    return seq === undefined ? [] : { seq, caption: part.caption };
  });
  return { parts, introduction: '', blocks: [] };
}

/** Stories for which the SQL holds, the newest first; of what they show, what is in the entries. */
export function readStories(
  db: Database,
  entries: Entry[],
  isShown: string,
  moment: number,
): Story[] {
  const columns =
    'id, kind, slug, title, date, body, cover, coalesce(first_published_at, created_at) AS publishedAt, revision';
  const rows = db.$client
    .prepare(
      `SELECT ${columns} FROM stories s WHERE ${isShown} ORDER BY date DESC, created_at DESC, id`,
    )
    .all({ moment }) as StoryRow[]; // the columns just above
  if (rows.length === 0) return [];
  const ids = rows.flatMap(({ kind, cover, body }) => [cover ?? '', ...bodies[kind].shownIn(body)]);
  const found = db.$client.prepare(ID_AND_SEQ).raw().all(JSON.stringify(ids)) as [string, number][]; // its columns
  const present = new Map(entries.map((entry) => [entry.seq, isGuarded(entry)]));
  const seqs = new Map(found.filter(([, seq]) => present.has(seq)));
  const stories = rows.map(({ body, cover, ...row }) => {
    const shown = { cover: seqs.get(cover ?? '') ?? null, ...shownOf(row.kind, body, seqs) };
    const story = { ...row, ...shown };
    return seqsOf(shown).some((seq) => present.get(seq)) ? withoutDay(story) : story;
  });
  return newestFirst(stories);
}

/** A story that shows something guarded, as it is told. */
function withoutDay(story: Story): Story {
  const { date, publishedAt } = story;
  return { ...story, date: toldDate(date, true), publishedAt: publicMoment(publishedAt, date) };
}

/** What the navigation goes by. */
export function sectionsOf(stories: Story[]) {
  const has = (wanted: StoryKind) => stories.some(({ kind }) => kind === wanted);
  return { ...(has('note') && { hasNotes: true }), ...(has('series') && { hasSeries: true }) };
}
