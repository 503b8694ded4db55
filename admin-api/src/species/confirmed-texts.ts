/** Words of guarded items and stories that wait until somebody confirms them (decision 115). */
import type { HeldText } from '@veldlicht/contract/leaks';
import { enqueueJob } from '@veldlicht/database/jobs';
import { keepAddresses } from '@veldlicht/database/keep-addresses';
import type { Store } from '@veldlicht/database/open';
import { hashOfText } from '@veldlicht/database/public/told-words';
import { confirmedTexts, SHARED } from '@veldlicht/database/schema';
import { sql } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import type { Write } from '#http/write.ts';

/** Lets visitors read these very texts, in an open transaction; addresses follow the titles. */
export function confirmTexts(store: Store, texts: readonly HeldText[], write: Write): void {
  for (const { subject, text } of texts)
    store
      .insert(confirmedTexts)
      .values({ subject, hash: hashOfText(text), at: write.now, by: write.actor.username })
      .onConflictDoNothing()
      .run();
  keepAddresses(store, sql`true`);
  // What files say of their makers is among these.
  if (texts.some(({ subject }) => subject === SHARED))
    enqueueJob(store, { kind: 'remake', subject: '', priority: -1, now: write.now });
  const facts = { count: texts.length };
  recordAudit(store, write, { action: 'update', entity: 'guard', facts });
}
