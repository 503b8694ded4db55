import type { TextAnswers } from '@veldlicht/contract/leaks';
import { applyGuard } from '@veldlicht/database/apply-guard';
import { keepAddresses } from '@veldlicht/database/keep-addresses';
import type { Store } from '@veldlicht/database/open';
import { hashOfText } from '@veldlicht/database/public/shown-words';
import { SHARED, textAnswers } from '@veldlicht/database/schema';
import { and, eq, sql } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import type { Write } from '#http/write.ts';
import { renewAddress } from '#media/media.service.ts';
import { remakePictures } from '#settings/settings.repository.ts';

/** Stores whether visitors may read exactly these texts, in an open transaction; the last answer counts. */
export function answerTexts(store: Store, { texts, addresses }: TextAnswers, write: Write): void {
  for (const { subject, text, mayRead } of texts) {
    const hash = hashOfText(text);
    const which = and(eq(textAnswers.subject, subject), eq(textAnswers.hash, hash));
    store.delete(textAnswers).where(which).run();
    const by = { at: write.now, by: write.actor.username };
    store
      .insert(textAnswers)
      .values({ subject, hash, mayRead, ...by })
      .run();
  }
  // A confirmed story becomes public, which may guard the items it shows.
  applyGuard(store, [], { because: texts.map(({ subject }) => subject) });
  keepAddresses(store, sql`true`);
  for (const id of addresses) renewAddress(store, id, write);
  // Credits in files are among the shared texts.
  if (texts.some(({ subject }) => subject === SHARED)) remakePictures(store, write.now);
  const facts = { count: texts.length };
  recordAudit(store, write, { action: 'update', entity: 'guard', facts });
}
