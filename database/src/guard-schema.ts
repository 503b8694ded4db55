/** Tables of the guard: the list of species, and answers about texts. */
import { guardLevels } from '@veldlicht/contract/guard';
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The guard list. */
export const guardRules = sqliteTable('guard_rules', {
  scientificName: text().primaryKey(),
  level: text({ enum: guardLevels }).notNull(),
  /** 1 to 12; none: all year. */
  months: text({ mode: 'json' }).$type<number[]>().notNull(),
  /** In which a visible nest or den hides the place; null: it makes no difference. */
  nestMonths: text({ mode: 'json' }).$type<number[]>(),
  reason: text().notNull(),
});

/** `subject` of texts that many items share. */
export const SHARED = 'shared';

/** Answers of users whether visitors may read a text (public/shown-words.ts). */
export const textAnswers = sqliteTable(
  'text_answers',
  {
    /** Id of an item or a story; `SHARED` for texts that many items share. */
    subject: text().notNull(),
    /** SHA-256 of the text. */
    hash: text().notNull(),
    /** False: it stays withheld and is not asked about again. */
    mayRead: integer({ mode: 'boolean' }).notNull(),
    at: integer().notNull(),
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.hash] })],
);
