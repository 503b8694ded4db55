/** Tables of the guard: the list of species, and the texts that may be read of what it keeps. */
import { guardLevels } from '@veldlicht/contract/guard';
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The guard list: of which species, when and how strictly places and dates are kept. */
export const guardRules = sqliteTable('guard_rules', {
  scientificName: text().primaryKey(),
  level: text({ enum: guardLevels }).notNull(),
  /** 1 to 12; none: all year. */
  months: text({ mode: 'json' }).$type<number[]>().notNull(),
  /** In which a nest or den in sight hides the place; null: it makes no difference. */
  nestMonths: text({ mode: 'json' }).$type<number[]>(),
  reason: text().notNull(),
});

/** What `subject` is of a text that many items share. */
export const SHARED = 'shared';

/** Texts of which somebody said whether visitors may read them (public/told-words.ts). */
export const textAnswers = sqliteTable(
  'text_answers',
  {
    /** Id of an item or a story; `SHARED` for texts that many items share. */
    subject: text().notNull(),
    /** SHA-256 of the text. */
    hash: text().notNull(),
    /** False: it waits, and nobody is asked about it again. */
    mayRead: integer({ mode: 'boolean' }).notNull(),
    at: integer().notNull(),
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.hash] })],
);
