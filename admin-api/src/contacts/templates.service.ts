/** Texts that are used again in answers (decision 087). */
import { reason } from '@veldlicht/contract/reason';
import { MAX_TEMPLATES, type Template, type TemplateInput } from '@veldlicht/contract/reply';
import { newId } from '@veldlicht/database/new-id';
import type { Database, Store } from '@veldlicht/database/open';
import { replyTemplates } from '@veldlicht/database/schema';
import { and, count, eq, ne, sql } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import { AppError, invalidField } from '#http/app-error.ts';
import { inTransaction, type Write } from '#http/write.ts';

const toTemplate = ({ id, title, body }: typeof replyTemplates.$inferSelect): Template => ({
  id,
  title,
  text: body,
});

/** By title, as Dutch sorts. */
export function listTemplates(store: Store): Template[] {
  const { compare } = new Intl.Collator('nl', { numeric: true });
  const rows = store.select().from(replyTemplates).all();
  return rows.map(toTemplate).sort((a, b) => compare(a.title, b.title));
}

function requireFreeTitle(store: Store, title: string, id: string): void {
  const isSame = sql`lower(${replyTemplates.title}) = lower(${title})`;
  const isOther = and(isSame, ne(replyTemplates.id, id));
  if (store.select().from(replyTemplates).where(isOther).get())
    throw invalidField('title', reason('template_taken'));
}

/** Throws `invalid_input` for a title that there is, or when there are enough. */
export function addTemplate(db: Database, { title, text }: TemplateInput, write: Write): Template {
  return inTransaction(db, (tx) => {
    requireFreeTitle(tx, title, '');
    const { n } = tx.select({ n: count() }).from(replyTemplates).get() ?? { n: 0 };
    if (n >= MAX_TEMPLATES)
      throw new AppError('invalid_input', reason('too_many_templates', { n: MAX_TEMPLATES }));
    const row = { id: newId(), title, body: text };
    tx.insert(replyTemplates).values(row).run();
    recordAudit(tx, write, {
      action: 'create',
      entity: 'template',
      entityId: row.id,
      summary: title,
    });
    return toTemplate(row);
  });
}

/** Throws `not_found`, or `invalid_input` for a title that another one has. */
export function changeTemplate(
  db: Database,
  id: string,
  { title, text }: TemplateInput,
  write: Write,
): Template {
  return inTransaction(db, (tx) => {
    requireFreeTitle(tx, title, id);
    const change = { title, body: text };
    const isIt = eq(replyTemplates.id, id);
    const row = tx.update(replyTemplates).set(change).where(isIt).returning().get();
    if (!row) throw new AppError('not_found');
    recordAudit(tx, write, { action: 'update', entity: 'template', entityId: id, summary: title });
    return toTemplate(row);
  });
}

/** Throws `not_found`. */
export function removeTemplate(db: Database, id: string, write: Write): void {
  inTransaction(db, (tx) => {
    const row = tx.delete(replyTemplates).where(eq(replyTemplates.id, id)).returning().get();
    if (!row) throw new AppError('not_found');
    const summary = row.title;
    recordAudit(tx, write, { action: 'delete', entity: 'template', entityId: id, summary });
  });
}
