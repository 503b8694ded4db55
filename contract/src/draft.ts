/** Files of the bulk upload on their way to becoming media items: rows on the server (spec §3, decision 118). */
import { z } from 'zod';
import { objectOf } from './by-name.ts';
import { fileFacts } from './file-facts.ts';
import { itemFields, typedFields } from './item-fields.ts';
import {
  MAX_BULK_FILES,
  MAX_FILE_BYTES,
  MAX_FILE_NAME,
  MAX_FOLDER_FILES,
  MAX_NAME,
} from './limits.ts';
import { locationPrivacy } from './location.ts';
import { creationKey, instant, type MediaType, mediaStatus, mediaType } from './media.ts';
import { cutText } from './name.ts';
import { reason } from './reason.ts';
import { itemSpecies, MAX_ITEM_SPECIES } from './species.ts';
import { finaliseAnswer } from './upload.ts';

/** How long a draft of the panel waits that nobody touches. What programs sent waits until somebody sees to it. */
export const DRAFT_DAYS = 90;

/** A text may be too long for an item until somebody shortens it; this much is kept, in characters. */
const MAX_DRAFT_TEXT = 20_000;

/** What people say of a photo or video, as it is typed: also while it is not yet right. */
export const draftFields = z.object({
  ...objectOf(typedFields, () => z.string().max(MAX_DRAFT_TEXT)),
  locationPrivacy,
  category: z.string().max(MAX_NAME).describe('Its name; empty: not chosen yet'),
  tags: z.array(z.string().max(MAX_NAME)).max(100).describe('Their names'),
  species: z.array(itemSpecies).max(MAX_ITEM_SPECIES),
  type: mediaType,
});
export type DraftFields = z.infer<typeof draftFields>;
export type DraftField = keyof DraftFields;

/** When the item will show. */
export const draftLot = z.object({
  status: mediaStatus,
  publishFrom: instant,
  publishUntil: instant,
});
export type DraftLot = z.infer<typeof draftLot>;
export const SHOWN_AT_ONCE: DraftLot = {
  status: 'published',
  publishFrom: null,
  publishUntil: null,
};

/** Of a file: keywords that are no tags yet, and fields whose words were cut. */
export const fileNotes = fileFacts.pick({ keywords: true, cut: true });
export type FileNotes = z.infer<typeof fileNotes>;

/** Why the server made no file, or no item, of a draft. */
const draftFailure = z.object({
  stage: z.enum(['finalise', 'create']),
  reason: z.string().nullable(),
});
export type DraftFailure = z.infer<typeof draftFailure>;

/** Ids of items with the same file (before it is there: of that name and size), and with another of that name. */
export const fileMatches = z.object({
  same: z.array(z.string()),
  named: z.array(z.string()),
  larger: z.array(z.string()).describe('Those of `named` whose file has more pixels'),
});
export type FileMatches = z.infer<typeof fileMatches>;

export const noMatches: FileMatches = { same: [], named: [], larger: [] };

/** A chosen file, before any of it is sent. */
export const draftFile = z.strictObject({
  id: creationKey.describe('Makes it one draft, and one item, however often it is sent'),
  name: z.string().min(1).max(MAX_FILE_NAME),
  size: z.int().min(1).max(MAX_FILE_BYTES).describe('Bytes'),
  modified: z.int().describe('Milliseconds since 1970: with name and size, the same file'),
  mime: z.string().max(100).describe('As the browser says; empty when it does not know'),
});
export type DraftFile = z.infer<typeof draftFile>;

export const draft = z.object({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  modified: z.int().nullable().describe('Null: a program sent it'),
  fields: draftFields,
  edited: z.array(z.string()).describe('Fields that somebody chose: the file fills them no more'),
  notes: fileNotes,
  lot: draftLot,
  stored: finaliseAnswer
    .pick({ objectPath: true, type: true })
    .nullable()
    .describe('The file, once the server has read it'),
  sent: z.string().nullable().describe('Its upload, where the bytes are there and not yet read'),
  failure: draftFailure.nullable(),
  matches: fileMatches,
});
export type Draft = z.infer<typeof draft>;

/** GET /api/admin/drafts and POST: in the order in which they were chosen. */
export const draftList = z.object({ drafts: z.array(draft) });

/** Payload of POST /api/admin/drafts; those that are there already stay as they are. */
export const newDrafts = z.strictObject({
  drafts: z
    .array(draftFile)
    .min(1, reason('send_one'))
    .max(MAX_FOLDER_FILES, reason('send_fewer', { n: MAX_FOLDER_FILES })),
  lot: draftLot.default(SHOWN_AT_ONCE),
});
export type NewDrafts = z.output<typeof newDrafts>;

const draftPatch = z.strictObject({
  id: z.string().max(100),
  fields: draftFields.partial().optional(),
  edited: draft.shape.edited.optional(),
  notes: fileNotes.optional(),
  lot: draftLot.optional(),
});
export type DraftPatch = z.output<typeof draftPatch>;

/** Payload of PATCH /api/admin/drafts: any part of each. */
export const draftPatches = z.strictObject({
  drafts: z.array(draftPatch).min(1, reason('send_one')).max(MAX_BULK_FILES),
});
/** Its answer: those that are no drafts any more. */
export const goneDrafts = z.object({ gone: z.array(z.string()) });

/** Payload of POST /api/admin/drafts/discard. */
export const draftDiscard = z.strictObject({
  ids: z.array(z.string().max(100)).min(1, reason('select_one')).max(MAX_FOLDER_FILES),
});

/** GET /api/admin/drafts/count. */
export const draftCount = z.object({ count: z.int() });

/** Optional payload of POST /api/objects/upload: the draft that the file is of. */
export const ticketInput = z.strictObject({ draft: z.string().max(100).optional() });

/** What a file fills in: its facts, and what its keywords name; `keywords` are those that name nothing yet. */
export const fileWords = fileFacts
  .pick({ title: true, description: true, date: true, keywords: true, cut: true })
  .extend({
    location: z.string().nullable().describe('A position, else a city'),
    category: z.string().nullable(),
    tags: z.array(z.string()),
    species: z.array(itemSpecies),
  });
export type FileWords = z.infer<typeof fileWords>;

/** Answer of PUT /api/media-objects: what the server knows of the file, and its draft as it is then. */
export const storedUpload = finaliseAnswer.omit({ facts: true }).extend({
  words: fileWords,
  matches: fileMatches,
  draft: draft.nullable(),
});
export type StoredUpload = z.infer<typeof storedUpload>;

/** What a file is until the server has looked: video when its type says so (spec §4 Single upload). */
export function typeOfMime(mime: string): MediaType {
  return mime.startsWith('video/') ? 'video' : 'photo';
}

/** 'Vos.in.mist.JPG' → 'Vos.in.mist'; no longer than a title may be. */
export function nameWithoutExtension(fileName: string): string {
  return cutText(fileName.replace(/(?<=.)\.[^.]+$/, ''), itemFields.title.longest);
}

export const blankFields: DraftFields = {
  ...objectOf(typedFields, () => ''),
  locationPrivacy: 'exact',
  category: '',
  tags: [],
  species: [],
  type: 'photo',
};

/** A new draft: title from the file name, type from the MIME type (spec §4 Bulk upload flow). */
export function draftOf({ mime, ...file }: DraftFile, lot = SHOWN_AT_ONCE): Draft {
  const { name } = file;
  return {
    ...file,
    fields: { ...blankFields, title: nameWithoutExtension(name), type: typeOfMime(mime) },
    edited: [],
    notes: { keywords: [], cut: [] },
    lot,
    stored: null,
    sent: null,
    failure: null,
    matches: noMatches,
  };
}
