/** Sort positions of guarded items. */
import { publicMoment } from '@veldlicht/contract/guard';
import { sql } from 'drizzle-orm';
import type { Store } from '../open.ts';
import type { GuardRow } from './guard-rows.ts';

/**
 * Returns sort positions that reveal only the month: before the first item of the month, in random order. Stored
 * positions are kept while they lie between the items around that moment.
 */
export function ordersOf(store: Store, chance: () => number): (row: GuardRow) => number {
  const known = new Map<number, { after: number; before: number }>();
  const read = (month: number) => {
    const around = store.get<{ after: number | null; before: number | null }>(sql`SELECT
      (SELECT max(seq) FROM media WHERE created_at < ${month}) AS after,
      (SELECT min(seq) FROM media WHERE created_at >= ${month}) AS before`);
    return { after: around?.after ?? 0, before: around?.before ?? Number.POSITIVE_INFINITY };
  };
  return ({ createdAt, date, guardOrder }) => {
    const month = publicMoment(createdAt, date);
    const { after, before } = known.get(month) ?? read(month);
    known.set(month, { after, before });
    const isThere = guardOrder !== null && after < guardOrder && guardOrder < before;
    return isThere ? guardOrder : after + chance();
  };
}

export type OrderOf = ReturnType<typeof ordersOf>;
