/**
 * Format of import and export (decision 126): a folder of originals, with `items.jsonl` or `items.csv`, series in
 * `series.jsonl`, notes in `stories/*.md` and old addresses in `redirects.csv`.
 */
import { z } from 'zod';
import { MAX_NAME } from './limits.ts';
import { locationPrivacy } from './location.ts';
import { focusPoint, instant } from './media.ts';
import { lifeStages, sightings } from './species.ts';
import { blockOf } from './story-body.ts';

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

/** Key of an item or a series in its source: `flickr:123`. */
export const movedKey = z.string().regex(/^[a-z][a-z0-9-]{0,39}:\P{Cc}{1,200}$/u);

/** Relative path with forward slashes that stays inside the folder. */
export const innerPath = z
  .string()
  .max(1000)
  .refine(
    (text) =>
      !/[\\\p{Cc}]|^[A-Za-z]:/u.test(text) &&
      text.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
    'leads out of the folder',
  );

const text = z.string().nullable().optional();
const instantText = z.iso.datetime();
const degrees = (most: number) => z.number().min(-most).max(most).nullable().optional();

/** `public`: it was public at its source. `private`: it stays a draft. */
const visibilities = ['public', 'draft', 'private'] as const;

/** A line of `items.jsonl`. An absent field is read from the sidecar or the file; null means none. */
export const movedItem = z.strictObject({
  source: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  sourceId: z.string().regex(/^\P{Cc}{1,200}$/u),
  file: innerPath,
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  title: text,
  description: text,
  alt: text,
  takenLocal: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2})?$/)
    .nullable()
    .optional()
    .describe('Local time, 2024-05-04T06:10:00, or the day alone'),
  offset: z
    .string()
    .regex(/^[+-]\d{2}:\d{2}$/)
    .nullable()
    .optional()
    .describe('UTC offset of `takenLocal`'),
  takenAt: instantText.optional().describe('Used only when the sidecar and the file have no day'),
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
  visibility: z.enum(visibilities).default('draft'),
  publishedAt: instantText.nullable().default(null),
  license: text.describe('Kept for the next export; visitors read what the file itself says'),
  oldAddresses: z.array(z.string().max(2048)).default([]).describe('Web addresses or paths'),
  privacy: locationPrivacy
    .nullable()
    .default(null)
    .describe('null: by the guard and the default rules'),
  slug: text.describe('Slug in another Veldlicht'),
  featured: z.boolean().default(false),
  focus: focusPoint.nullable().default(null),
  publishFrom: instant.default(null),
  publishUntil: instant.default(null),
});
export type MovedItem = z.output<typeof movedItem>;

export const keyOf = ({ source, sourceId }: Pick<MovedItem, 'source' | 'sourceId'>): string =>
  `${source}:${sourceId}`;

/** Fields of a note or a series, without its blocks. */
const storyFacts = {
  source: movedItem.shape.source,
  sourceId: movedItem.shape.sourceId,
  title: z.string(),
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .nullable()
    .default(null),
  slug: text,
  visibility: movedItem.shape.visibility,
  publishFrom: instant.default(null),
  publishUntil: instant.default(null),
  cover: movedKey.nullable().default(null).describe('Key of an item'),
  oldAddresses: movedItem.shape.oldAddresses,
};

/** A line of `series.jsonl`; pictures are named by their keys. */
export const movedSeries = z.strictObject({ ...storyFacts, blocks: z.array(blockOf(movedKey)) });
export type MovedSeries = z.output<typeof movedSeries>;

/** Front matter of `stories/*.md`: lines of `name: JSON`. */
export const noteFacts = z.strictObject(storyFacts);
export type NoteFacts = z.output<typeof noteFacts>;

/** Fields of the import that apply once its item or story is published. */
export type MovedWish = Pick<MovedItem, 'visibility' | 'publishedAt' | 'privacy' | 'license'>;

/** GET sends everything as a ZIP file; POST tells whether it may. */
export const EXPORT_PATH = '/api/admin/export';
/** GET answers `importState`, POST imports, DELETE discards the file. */
export const IMPORT_PATH = '/api/admin/import';
/** PUT with a ZIP file as its body. */
export const IMPORT_FILE_PATH = `${IMPORT_PATH}/file` as const;

/** Payload of POST /api/admin/import, and query of its plan. */
export const importChoice = z.strictObject({
  category: z
    .string()
    .max(MAX_NAME)
    .nullable()
    .default(null)
    .transform((name) => name || null)
    .describe('For items without one; null: they wait'),
  makeTags: z.boolean().default(false).describe('Creates tags for unknown keywords'),
});
export type ImportChoice = z.output<typeof importChoice>;

/** What an import would do. */
export const importPlan = z.object({
  faults: z.array(z.string()).describe('Sentences in English; any of them blocks the import'),
  left: z.array(z.string()).describe('What is left out, in English'),
  items: z.int(),
  known: z.int().describe('Items imported before'),
  fresh: z.int().describe('Items to create; the next three count these'),
  sameFile: z.int().describe('With the file of an existing item'),
  withoutCategory: z.int(),
  guarded: z.int().describe('That the guard would keep, as far as known before the files are read'),
  newCategories: z.array(z.string()),
  newTags: z.array(z.string()).describe('Keywords without a tag'),
  unknownSpecies: z.array(z.string()),
  stories: z.int(),
  messages: z.int(),
  redirects: z.int(),
});
export type ImportPlan = z.infer<typeof importPlan>;

/** Outcome of an import. */
const importOutcome = z.object({
  created: z.int(),
  linked: z.int().describe('Existing items with the same file'),
  failed: z.array(
    z.object({ file: z.string(), reason: z.string(), error: z.string().describe('In English') }),
  ),
});
export type ImportOutcome = z.infer<typeof importOutcome>;

/** Answer of GET /api/admin/import. */
export const importState = z.object({
  name: z.string().nullable().describe('Name of the uploaded file'),
  running: z.object({ done: z.int(), all: z.int() }).nullable(),
  outcome: importOutcome.nullable().describe('Of the last run'),
  stopped: z.string().nullable().describe('Why the last run ended early (contract/reason)'),
  waiting: z.int().describe('Drafts that were public at their source'),
});
export type ImportState = z.infer<typeof importState>;

/** Answer of POST /api/admin/import/publish. */
export const published = z.object({ published: z.int() });
