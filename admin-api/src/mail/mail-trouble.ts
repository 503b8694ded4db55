import { waitAfter } from './mail-schedule.ts';
import type { FailedMail } from './outbox.repository.ts';

/** Mail that does not get through. */
export interface MailTrouble {
  count: number;
  /** When the oldest of it was written, in milliseconds since 1970. */
  oldestAt: number;
  /** What the mail server or the way to it said last. */
  error: string;
}

/** Whether mail is failing, from the rows of the outbox (pure); null when all is well. */
export function mailTrouble(rows: FailedMail[]): MailTrouble | null {
  // An attempt without an error is under way, or was cut off.
  const failed = rows.flatMap(({ error, createdAt, nextAt, attempts }) =>
    error === null ? [] : [{ error, createdAt, triedAt: nextAt - waitAfter(attempts) }],
  );
  const newestFirst = failed.toSorted((a, b) => b.triedAt - a.triedAt);
  const [last] = newestFirst;
  if (!last) return null;
  const oldestAt = Math.min(...failed.map(({ createdAt }) => createdAt));
  return { count: failed.length, oldestAt, error: last.error };
}
