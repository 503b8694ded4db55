/** Drafts: rows on the server for uploaded files that become media items (spec §3, decision 024). */
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

/** An untouched draft of the panel is deleted after this long; drafts sent by programs stay. */
export const DRAFT_DAYS = 90;

/** In characters: more than an item may have, so that a user can shorten the text. */
const MAX_DRAFT_TEXT = 20_000;

/** Fields as typed, valid or not. */
export const draftFields = z.object({
  ...objectOf(typedFields, () => z.string().max(MAX_DRAFT_TEXT)),
  locationPrivacy,
  category: z.string().max(MAX_NAME).describe('Name; empty: not chosen yet'),
  tags: z.array(z.string().max(MAX_NAME)).max(100).describe('Names'),
  species: z.array(itemSpecies).max(MAX_ITEM_SPECIES),
  type: mediaType,
});
export type DraftFields = z.infer<typeof draftFields>;
export type DraftField = keyof DraftFields;

/** Status and schedule of the item. */
const draftLot = z.object({
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

/** Keywords of the file that are no tags yet, and fields whose text was cut. */
const fileNotes = fileFacts.pick({ keywords: true, cut: true });
export type FileNotes = z.infer<typeof fileNotes>;

/** Why reading the file, or creating the item, failed. */
const draftFailure = z.object({
  stage: z.enum(['finalise', 'create']),
  reason: z.string().nullable(),
});
export type DraftFailure = z.infer<typeof draftFailure>;

/** Ids of items with the same file (before its upload: the same name and size), and with another of that name. */
const fileMatches = z.object({
  same: z.array(z.string()),
  named: z.array(z.string()),
  larger: z.array(z.string()).describe('Those of `named` whose file has more pixels'),
});
export type FileMatches = z.infer<typeof fileMatches>;

export const noMatches: FileMatches = { same: [], named: [], larger: [] };

/** A chosen file, before its upload. */
const draftFile = z.strictObject({
  id: creationKey.describe('Idempotency key of the draft and of its item'),
  name: z.string().min(1).max(MAX_FILE_NAME),
  size: z.int().min(1).max(MAX_FILE_BYTES).describe('Bytes'),
  modified: z.int().describe('Milliseconds since 1970: with name and size, the same file'),
  mime: z.string().max(100).describe('As the browser reports it; empty when unknown'),
});
export type DraftFile = z.infer<typeof draftFile>;

export const draft = z.object({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  modified: z.int().nullable().describe('Null: a program sent it'),
  fields: draftFields,
  edited: z.array(z.string()).describe('Fields that a user set: the file no longer fills them'),
  notes: fileNotes,
  lot: draftLot,
  stored: finaliseAnswer
    .pick({ objectPath: true, type: true })
    .nullable()
    .describe('The file, once the server has read it'),
  sent: z.string().nullable().describe('Its upload, while the bytes are there but not yet read'),
  failure: draftFailure.nullable(),
  matches: fileMatches,
});
export type Draft = z.infer<typeof draft>;

/** GET /api/admin/drafts and POST: in the order in which they were chosen. */
export const draftList = z.object({ drafts: z.array(draft) });

/** Payload of POST /api/admin/drafts; existing drafts stay unchanged. */
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
/** Its answer: ids of drafts that no longer exist. */
export const goneDrafts = z.object({ gone: z.array(z.string()) });

/** Payload of POST /api/admin/drafts/discard. */
export const draftDiscard = z.strictObject({
  ids: z.array(z.string().max(100)).min(1, reason('select_one')).max(MAX_FOLDER_FILES),
});

/** GET /api/admin/drafts/count. */
export const draftCount = z.object({ count: z.int() });

/** Optional payload of POST /api/objects/upload: the draft of the file. */
export const ticketInput = z.strictObject({ draft: z.string().max(100).optional() });

/** Fields filled in from a file: its facts, and what its keywords name. `keywords` are those that name nothing yet. */
const fileWords = fileFacts
  .pick({ title: true, description: true, date: true, keywords: true, cut: true })
  .extend({
    location: z.string().nullable().describe('A position, else a city'),
    category: z.string().nullable(),
    tags: z.array(z.string()),
    species: z.array(itemSpecies),
  });
export type FileWords = z.infer<typeof fileWords>;

/** Answer of PUT /api/media-objects. */
export const storedUpload = finaliseAnswer.omit({ facts: true }).extend({
  words: fileWords,
  matches: fileMatches,
  draft: draft.nullable(),
});
export type StoredUpload = z.infer<typeof storedUpload>;

/** Type of a file before the server has read it (spec §4 Single upload). */
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
