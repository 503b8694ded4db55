/** When items begin and end by themselves (product decisions §5). */
import { whereListed } from '@veldlicht/database/is-public';
import type { Store } from '@veldlicht/database/open';
import { preparedFor } from '@veldlicht/database/prepared';
import { media } from '@veldlicht/database/schema';
import { and, gt, lte, min, sql } from 'drizzle-orm';

type MomentColumn = typeof media.publishFrom | typeof media.publishUntil;

const firstOf = (column: MomentColumn) =>
  preparedFor((store) => {
    const [after, upTo] = [sql.placeholder('after'), sql.placeholder('upTo')];
    const isWithin = and(gt(column, after), lte(column, upTo), whereListed);
    return store
      .select({ at: min(column) })
      .from(media)
      .where(isWithin)
      .prepare();
  });
const firstBeginning = firstOf(media.publishFrom);
const firstEnd = firstOf(media.publishUntil);

/** The earliest moment after one and up to another at which an item begins or ends, or null. */
function earliest(db: Store, after: number, upTo: number): number | null {
  const moments = [firstBeginning, firstEnd]
    .map((query) => query(db).get({ after, upTo })?.at ?? null)
    .filter((at) => at !== null);
  return moments.length > 0 ? Math.min(...moments) : null;
}

/** The next moment at which an item begins or ends, or null. */
export function nextMoment(db: Store, after: number): number | null {
  return earliest(db, after, Number.MAX_SAFE_INTEGER);
}

/**
 * The next moment at which the site has to show something else without any change of content; one
 * in the past is overdue: nobody was there. `shownAt` is the moment the site was last made for,
 * `moment` the present one, which lies before it when the clock was set back.
 */
export function scheduledMoment(db: Store, shownAt: number | null, moment: number): number | null {
  if (shownAt !== null && moment < shownAt && earliest(db, moment, shownAt) !== null) return moment;
  return nextMoment(db, shownAt ?? 0);
}
