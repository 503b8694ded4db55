/**
 * The form in which a library moves in and out (decision 029): a folder of originals, with their facts in `items.jsonl`
 * or `items.csv`, series in `series.jsonl`, notes in `stories/*.md` and old addresses in `redirects.csv`.
 */
import { z } from 'zod';
import { MAX_NAME } from './limits.ts';
import { locationPrivacy } from './location.ts';
import { focusPoint, instant } from './media.ts';
import { reason } from './reason.ts';
import { lifeStages, sightings } from './species.ts';
import type { StoryKind } from './story.ts';
import { type Block, blockOf } from './story-body.ts';

/** Names of the files in its folder. */
export const formFiles = {
  mark: 'veldlicht.json',
  items: 'items.jsonl',
  table: 'items.csv',
  series: 'series.jsonl',
  stories: 'stories',
  redirects: 'redirects.csv',
  messages: 'messages.jsonl',
  species: 'species.jsonl',
} as const;

/** Content of `veldlicht.json`. */
export const formMark = z.object({ form: z.literal('veldlicht'), version: z.literal(1) });

const matching = (pattern: RegExp) => z.string().regex(pattern);

/** Id of an item or a story where it comes from: `flickr:123`. */
export const movedKey = matching(/^[a-z][a-z0-9-]{0,39}:\P{Cc}{1,200}$/u);

/** Path of a file within the folder, with forward slashes. */
export const innerPath = z
  .string()
  .max(1000)
  .refine(
    (text) =>
      !/[\\\p{Cc}]|^[A-Za-z]:/u.test(text) &&
      text.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
    reason('import_outside'),
  );

const text = z.string().nullish();
const instantText = z.iso.datetime();
const degrees = (most: number) => z.number().min(-most).max(most).nullish();

/** A line of `items.jsonl`. A field that is absent is read from the sidecar or the file itself; null means none. */
export const movedItem = z.strictObject({
  source: matching(/^[a-z][a-z0-9-]{0,39}$/),
  sourceId: matching(/^\P{Cc}{1,200}$/u),
  file: innerPath,
  sha256: z.hash('sha256').optional(),
  title: text,
  description: text,
  alt: text,
  takenLocal: z
    .union([z.iso.date(), z.iso.datetime({ local: true, precision: 0 })])
    .nullish()
    .describe('By the clock of the place: 2024-05-04T06:10:00, or the day alone'),
  offset: matching(/^[+-]\d{2}:\d{2}$/)
    .nullish()
    .describe('Of that clock from UTC'),
  takenAt: instantText.optional().describe('Counts only where the sidecar and the file say no day'),
  lat: degrees(90),
  lon: degrees(180),
  place: text.describe('Words'),
  category: text.describe('Its name'),
  keywords: z.array(z.string().min(1).max(MAX_NAME)).max(200).optional(),
  species: z
    .array(
      z.strictObject({
        scientificName: z.string().min(1).max(MAX_NAME),
        kind: z.enum(sightings).default('wild'),
        lifeStage: z.enum(lifeStages).nullable().default(null),
        nest: z.boolean().default(false),
      }),
    )
    .optional(),
  visibility: z
    .enum(['public', 'draft', 'private'])
    .default('draft')
    .describe('public: visitors saw it; private: it stays a draft'),
  publishedAt: instantText.nullable().default(null),
  license: text.describe('Kept for the next export; visitors read what the file itself says'),
  oldAddresses: z.array(z.string().max(2048)).default([]).describe('Web addresses or paths'),
  privacy: locationPrivacy
    .nullable()
    .default(null)
    .describe('null: as the guard and the rules say'),
  slug: text.describe('Last part of its address, of another Veldlicht'),
  featured: z.boolean().default(false),
  focus: focusPoint.nullable().default(null),
  publishFrom: instant.default(null),
  publishUntil: instant.default(null),
});
export type MovedItem = z.output<typeof movedItem>;

export const keyOf = ({ source, sourceId }: Pick<MovedItem, 'source' | 'sourceId'>): string =>
  `${source}:${sourceId}`;

const { source, sourceId, slug, visibility, publishFrom, publishUntil, oldAddresses } =
  movedItem.shape;

/** Facts of a note or a series; they head a note in `stories/*.md` as lines of `name: JSON`. */
export const movedFacts = z.strictObject({
  source,
  sourceId,
  title: z.string(),
  date: z.iso.date().nullable().default(null),
  slug,
  visibility,
  publishFrom,
  publishUntil,
  cover: movedKey.nullable().default(null).describe('Key of an item'),
  oldAddresses,
});
export type MovedFacts = z.output<typeof movedFacts>;

/** A line of `series.jsonl`; pictures are named by the keys of their items. */
export const movedSeries = movedFacts.extend({ blocks: z.array(blockOf(movedKey)) });

/** A note or a series; pictures are named by the keys of their items. */
export interface MovedStory {
  kind: StoryKind;
  facts: MovedFacts;
  blocks: Block[];
}

/** What an item or a story becomes once the owner publishes what moved in. */
export type MovedWish = Pick<MovedItem, 'visibility' | 'publishedAt' | 'privacy' | 'license'>;

/** GET sends everything as a ZIP file; POST only checks whether the user may have it. */
export const EXPORT_PATH = '/api/admin/export';
/** GET tells the state of the import, POST starts it, DELETE removes its file. */
export const IMPORT_PATH = '/api/admin/import';
/** PUT takes a ZIP file as its body. */
export const IMPORT_FILE_PATH = `${IMPORT_PATH}/file` as const;

/** Payload of POST /api/admin/import. */
export const importChoice = z.strictObject({
  category: z
    .string()
    .max(MAX_NAME)
    .nullable()
    .default(null)
    .transform((name) => name || null)
    .describe('For items that name none; null: those fail'),
  makeTags: z.boolean().default(false).describe('Creates tags for unknown keywords'),
});
export type ImportChoice = z.output<typeof importChoice>;

/** What an import would do. Its texts are reasons (contract/reason). */
export const importPlan = z.object({
  faults: z.array(z.string()).describe('With one of them nothing is taken in'),
  left: z.array(z.string()).describe('What was found, and what will be left out'),
  lines: z.array(z.string()).describe('What comes, and what the guard would do'),
  withoutCategory: z.int().describe('Items that name no category, unless their files do'),
  newCategories: z.array(z.string()),
  newTags: z.array(z.string()).describe('Keywords that are no tag yet'),
});
export type ImportPlan = z.infer<typeof importPlan>;

/** Result of an import. */
export interface ImportOutcome {
  created: number;
  /** Items that had the file already. */
  linked: number;
  /** Reasons of files that were refused. */
  failed: string[];
}

/** Answer of GET /api/admin/import. */
export const importState = z.object({
  name: z.string().nullable().describe('Of the ZIP file that was uploaded'),
  running: z.object({ done: z.int(), all: z.int() }).nullable(),
  result: z.array(z.string()).describe('Of the last run (contract/reason): how it ended, failures'),
  waiting: z.int().describe('Drafts that were public where they come from'),
});
export type ImportState = z.infer<typeof importState>;

/** Answer of POST /api/admin/import/publish. */
export const published = z.object({ published: z.int() });
