/**
 * Withholds items and stories with positions in public texts; called by every write of a text or name (decision 020).
 */
import { publicTextFields } from '@veldlicht/contract/item-fields';
import { positionsIn } from '@veldlicht/contract/position-shapes';
import { readBody } from '@veldlicht/contract/story-body';
import { positionsInStory } from '@veldlicht/contract/story-words';
import { type SQL, sql } from 'drizzle-orm';
import type { Store } from './open.ts';
import { media, mediaRows, stories, storyRows } from './schema.ts';

/** A row, and the positions in its public texts. */
interface Checked {
  where: SQL;
  found: string[];
  /** JSON. */
  allowed: string;
  withheld: number;
}

/** Sets `withheld` and `allowed_positions` of rows. Returns whether any changed. */
function withhold(
  store: Store,
  table: typeof mediaRows | typeof storyRows,
  rows: Checked[],
  allow: boolean | undefined,
): boolean {
  let isChanged = false;
  for (const { where, found, allowed, ...row } of rows) {
    const before: string[] = JSON.parse(allowed);
    const allowedPositions = allow === undefined ? before : allow ? found : [];
    const withheld = found.some((one) => !allowedPositions.includes(one));
    const isSame = JSON.stringify(allowedPositions) === allowed;
    if (isSame && withheld === (row.withheld === 1)) continue;
    isChanged = true;
    store
      .update(table)
      // Only changed columns: a trigger counts every write of `withheld` as a change of public content.
      .set({
        ...(!isSame && { allowedPositions }),
        ...(withheld !== (row.withheld === 1) && { withheld }),
      })
      .where(where)
      .run();
  }
  return isChanged;
}

const TEXTS = sql.join(
  publicTextFields.map((name) => media[name]),
  sql`, `,
);

interface MediaTexts {
  seq: number;
  /** JSON; so below. */
  texts: string;
  category: string;
  tags: string;
  allowed: string;
  withheld: number;
}

/**
 * Withholds items (all without `which`) whose public texts hold a position that is not allowed, and releases the
 * others. `allow` true allows the present positions, false none. Returns whether any item changed. Call it in the
 * transaction of the write.
 */
export function checkPublicTexts(store: Store, which?: SQL, allow?: boolean): boolean {
  const rows = store.all<MediaTexts>(sql`
    SELECT seq, json_array(${TEXTS}) AS texts, allowed_positions AS allowed, withheld,
      (SELECT name FROM categories WHERE id = category_id) AS category,
      (SELECT json_group_array(name) FROM media_tags JOIN categories ON id = tag_id
        WHERE media_seq = seq) AS tags
    FROM ${media} WHERE ${which ?? sql`true`}`);
  const checked = rows.map(({ seq, texts, category, tags, ...rest }) => {
    const told: (string | null)[] = [...JSON.parse(texts), category, ...JSON.parse(tags)];
    const found = [...new Set(told.flatMap((text) => positionsIn(text ?? '')))];
    return { ...rest, where: sql`${mediaRows.seq} = ${seq}`, found };
  });
  return withhold(store, mediaRows, checked, allow);
}

/** The same for stories. */
export function checkStories(store: Store, which?: SQL, allow?: boolean): boolean {
  const rows = store.all<
    Pick<Checked, 'allowed' | 'withheld'> &
      Pick<typeof stories.$inferSelect, 'id' | 'kind' | 'title' | 'body'>
  >(
    sql`SELECT id, kind, title, body, allowed_positions AS allowed, withheld FROM ${stories} WHERE ${which ?? sql`true`}`,
  );
  const checked = rows.map(({ id, title, body, ...rest }) => ({
    ...rest,
    where: sql`${storyRows.id} = ${id}`,
    found: positionsInStory({ title, body: readBody(body) }),
  }));
  return withhold(store, storyRows, checked, allow);
}
