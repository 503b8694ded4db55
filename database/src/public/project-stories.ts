/** Projects stories into public rows, and notes those that differ. */
import { itemsShownIn } from '../outings/story-items.ts';
import type { StoryRow } from './private-rows.ts';
import type { ItemTarget } from './project-items.ts';
import { type PublicDatabase, prepared } from './public-database.ts';
import { type MayShow, mayShowStory } from './shown-words.ts';
import { type Story, seqsOf, storyPath, storyPlace, toPublicStory } from './to-public-story.ts';

const NOTE_STORY = `INSERT INTO changed_stories
  SELECT id, kind, path, place,
    (SELECT json_group_array(seq) FROM story_items WHERE story = @id), @isNew, @isLess
  FROM stories WHERE id = @id`;

/** Returns a function that finds the numbers of a story's public items, by id; `items` may be a view with drafts. */
function shownIn(target: PublicDatabase): (row: StoryRow) => Map<string, number> {
  const named = prepared(
    target,
    'SELECT id, seq FROM items WHERE id IN (SELECT value FROM json_each(?))',
  );
  return (row) => {
    const rows = named.all(JSON.stringify(itemsShownIn(row))) as { id: string; seq: number }[]; // its columns
    return new Map(rows.map(({ id, seq }) => [id, seq]));
  };
}

interface StoryChanges {
  differs: boolean;
  /** A story disappeared, shows fewer items, or shows guarded ones. */
  isLess: boolean;
}

/** Writes `rows`, and removes the other stories of `ids`. */
export function projectStories(
  target: PublicDatabase,
  rows: StoryRow[],
  ids: string[],
  mayShow: MayShow,
  { prefix = '', isNoted = false }: ItemTarget = {},
): StoryChanges {
  const itemsOf = shownIn(target);
  const find = prepared(target, `SELECT story FROM ${prefix}stories WHERE id = ?`).pluck();
  const put = prepared(
    target,
    `INSERT INTO ${prefix}stories VALUES (@id, @kind, @path, @place, @picture, @json)`,
  );
  const drop = prepared(target, `DELETE FROM ${prefix}stories WHERE id = ?`);
  const show = prepared(target, `INSERT OR IGNORE INTO ${prefix}story_items VALUES (?, ?)`);
  const hide = prepared(target, `DELETE FROM ${prefix}story_items WHERE story = ?`);
  const noted = isNoted ? prepared(target, NOTE_STORY) : null;
  const readable = rows.filter((row) => !row.isGuarded || mayShowStory(row, mayShow));
  const shown = new Set(readable.map(({ id }) => id));
  const changes: StoryChanges = { differs: false, isLess: false };
  function remove(id: string, isLess: boolean): void {
    noted?.run({ id, isNew: 0, isLess: +isLess });
    hide.run(id);
    drop.run(id);
    changes.differs = true;
    changes.isLess ||= isLess;
  }
  for (const id of ids) if (!shown.has(id) && find.get(id) !== undefined) remove(id, true);
  for (const row of readable) {
    const story = toPublicStory(row, itemsOf(row));
    const { id, kind } = story;
    const json = JSON.stringify(story);
    const before = find.get(id) as string | undefined; // one text column
    if (before === json) continue;
    const seqs = seqsOf(story);
    if (before !== undefined) remove(id, isLessThan(JSON.parse(before), story));
    put.run({ id, kind, path: storyPath(story), place: storyPlace(story), picture: seqs[0], json });
    for (const seq of seqs) show.run(seq, id);
    noted?.run({ id, isNew: 1, isLess: 0 });
    changes.differs = true;
  }
  return changes;
}

/** A story with guarded items has only a month. */
const isOfMonth = ({ date }: Story) => date.length < 10;

function isLessThan(before: Story, after: Story): boolean {
  const seqs = new Set(seqsOf(after));
  return isOfMonth(before) || isOfMonth(after) || seqsOf(before).some((seq) => !seqs.has(seq));
}
