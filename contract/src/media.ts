import { z } from 'zod';
import { objectOf, without } from './by-name.ts';
import { errorBody } from './error.ts';
import { guard, guardLevel } from './guard.ts';
import { bulkFields, itemFieldNames, itemFields, publicFields } from './item-fields.ts';
import { MAX_BULK_FILES, MAX_BULK_IDS, MAX_LOCATION, MAX_NAME } from './limits.ts';
import { locationPrivacy } from './location.ts';
import { toOneLine, VISIBLE } from './name.ts';
import { reason, upTo } from './reason.ts';
import { itemSpecies, itemSpeciesInput, notShown, speciesName } from './species.ts';

export const mediaTypes = ['photo', 'video'] as const;
export const mediaType = z.enum(mediaTypes);
export type MediaType = z.infer<typeof mediaType>;

export const mediaStatuses = ['published', 'draft'] as const;
export const mediaStatus = z.enum(mediaStatuses);

export const processingStates = ['working', 'ready', 'failed'] as const;
const processingState = z.enum(processingStates);

/** Camera settings from EXIF. */
export const cameraFacts = z.object({
  camera: z.string().optional().describe('Make and model in one line'),
  lens: z.string().optional(),
  focalLength: z.number().optional().describe('Millimetres'),
  aperture: z.number().optional().describe('The f-number'),
  shutter: z
    .string()
    .optional()
    .describe("Exposure time as people write it: '1/500' or '2'; seconds"),
  iso: z.int().optional(),
});
export type CameraFacts = z.infer<typeof cameraFacts>;

/** Point that stays in view when a picture is cropped; 0..1 from the top left. */
export const focusPoint = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });

/** One file of a picture or video that a browser may load. */
export const mediaSource = z.object({
  url: z.string(),
  format: z.enum(['avif', 'jpg', 'mp4']),
  width: z.int(),
  height: z.int(),
});
export type MediaSource = z.infer<typeof mediaSource>;

const nullableText = () => z.string().nullable();

const shared = {
  ...objectOf(publicFields, nullableText),
  id: z.string(),
  slug: z.string(),
  type: mediaType,
  title: z.string(),
  category: z.string().describe('Category name'),
  tags: z.array(z.string()).describe('Tag names'),
  imageUrl: z.string(),
  featured: z.boolean(),
  createdAt: z.iso.datetime(),
  width: z.int().describe('Pixels, upright'),
  height: z.int(),
  duration: z.number().nullable().describe('Seconds; null for a photo'),
  placeholder: z.string().nullable().describe('ThumbHash in base64'),
  color: z.string().nullable().describe("Average colour, '#rrggbb'"),
  focus: focusPoint,
  camera: cameraFacts,
  sources: z.array(mediaSource),
  poster: z.string().nullable().describe('Address of a still of a video'),
};

/** A media item as signed-in people see it (spec §3). */
export const mediaItem = z.object({
  ...objectOf(itemFieldNames, nullableText),
  ...shared,
  locationPrivacy,
  species: z.array(itemSpecies),
  notShown,
  guard: guard.nullable().describe('Level and reasons of the guard'),
  status: mediaStatus,
  publishFrom: z.iso.datetime().nullable().describe('Public from this moment on; null: at once'),
  publishUntil: z.iso.datetime().nullable().describe('Public until this moment; null: for good'),
  withheld: z.boolean().describe('Kept off the site: a public text holds a position'),
  hero: z.boolean().describe('The picture on top of the home page'),
  cover: z.boolean().describe('The cover of its category'),
  positionAllowed: z.boolean().describe('A user allowed the positions in its texts'),
  processing: processingState,
  processingError: z.string().nullable(),
  updatedAt: z.iso.datetime().describe('Later with every change; in quotes it is the ETag'),
});
export type MediaItem = z.infer<typeof mediaItem>;

/** A media item as visitors see it; `location` is the public place or null. */
export const publicMediaItem = z.object({
  ...shared,
  species: z.array(speciesName),
});
export type PublicMediaItem = z.infer<typeof publicMediaItem>;

const REQUIRED = reason('required_fields');
/** A title or a name. */
export const requiredText = (max: number) =>
  z
    .string({ error: REQUIRED })
    .overwrite(toOneLine)
    .regex(VISIBLE, REQUIRED)
    .max(...upTo(max));
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(...upTo(max))
    .nullable()
    .transform((text) => text || null);
const optionalLine = (max: number) =>
  z
    .string()
    .overwrite(toOneLine)
    .max(...upTo(max))
    .nullable()
    .transform((text) => text || null);

export const plainDate = z
  .string()
  .trim()
  .refine((text) => text === '' || z.iso.date().safeParse(text).success, {
    error: reason('date_shape'),
  })
  .nullable()
  .transform((text) => text || null);

/** An instant, normalised to ISO 8601 in UTC with milliseconds; '' and null mean none. */
export const instant = z
  .string()
  .trim()
  .refine((text) => text === '' || z.iso.datetime().safeParse(text).success, {
    error: reason('moment_shape'),
  })
  .nullable()
  .transform((text) => (text ? new Date(text).toISOString() : null));

const optionalFields = without(itemFieldNames, ['title']);
function optionalInput(name: (typeof optionalFields)[number]) {
  const { control, longest } = itemFields[name];
  if (longest === null) return plainDate;
  return control === 'lines' ? optionalText(longest) : optionalLine(longest);
}

const editable = {
  title: requiredText(itemFields.title.longest),
  category: requiredText(MAX_NAME),
  imageUrl: requiredText(2048),
  type: mediaType,
  ...objectOf(optionalFields, optionalInput),
  tags: z.array(z.string().trim().min(1).max(MAX_NAME)).max(100),
  species: itemSpeciesInput,
  notShown: notShown.describe(
    'Species that its words name although it does not show them (or not their nest)',
  ),
  featured: z.boolean(),
  status: mediaStatus,
  publishFrom: instant,
  publishUntil: instant,
  locationPrivacy,
  focus: focusPoint,
  hero: z.boolean(),
  cover: z.boolean(),
  positionAllowed: z
    .boolean()
    .describe('Publish the positions that the texts hold now; false takes that back'),
};

/**
 * Idempotency key, random, so that a client can repeat a call whose answer was lost: the same key makes no second item.
 * It updates the first to the payload, unless a user has changed it.
 */
export const creationKey = z.string().regex(/^[\w-]{16,64}$/, 'Use 16 to 64 letters and digits');

/** Accepted and ignored: only the server sets them (threat T13). */
const ignored = { id: z.unknown().optional(), createdAt: z.unknown().optional() };

/** Whether a window ends after its start; null leaves a side open. */
export function endsAfterStart(from: string | null, until: string | null): boolean {
  return !from || !until || Date.parse(until) > Date.parse(from);
}

/** Payload of POST /api/admin/media: category, title and imageUrl are required (spec §5). */
export const mediaInput = z
  .strictObject({
    ...ignored,
    title: editable.title,
    category: editable.category,
    imageUrl: editable.imageUrl,
    type: editable.type.default('photo'),
    ...objectOf(optionalFields, (name) => editable[name].default(null)),
    tags: editable.tags.default([]),
    species: editable.species.default([]),
    notShown: editable.notShown.optional(),
    featured: editable.featured.default(false),
    status: editable.status.default('published'),
    publishFrom: editable.publishFrom.default(null),
    publishUntil: editable.publishUntil.default(null),
    locationPrivacy: editable.locationPrivacy.optional(),
    focus: editable.focus.default({ x: 0.5, y: 0.5 }),
    originalName: editable.originalName.optional(),
    positionAllowed: editable.positionAllowed.optional(),
    key: creationKey.optional(),
  })
  .transform(({ id: _id, createdAt: _createdAt, ...input }) => input)
  .refine(({ publishFrom, publishUntil }) => endsAfterStart(publishFrom, publishUntil), {
    path: ['publishUntil'],
    error: reason('end_before_start'),
  });
export type MediaInput = z.input<typeof mediaInput>;
export type NewMedia = z.output<typeof mediaInput>;

/** Payload of PATCH /api/admin/media/{id}: any part of it. */
export const mediaPatch = z
  .strictObject({ ...ignored, ...editable })
  .partial()
  .transform(({ id: _id, createdAt: _createdAt, ...patch }) => patch);
export type MediaPatch = z.output<typeof mediaPatch>;

/**
 * Payload of POST /api/admin/media/bulk. Each item is parsed with `mediaInput` on its own, so that an invalid one does
 * not fail the others.
 */
export const mediaBulkInput = z.strictObject({
  items: z
    .array(z.unknown())
    .min(1, reason('send_one'))
    .max(MAX_BULK_FILES, reason('send_fewer', { n: MAX_BULK_FILES })),
});

/** An item of a bulk call that was not created. */
export const mediaBulkFailure = z.object({
  index: z.int().describe('Index in the payload'),
  title: z.string().describe('As sent; empty for none'),
  error: z.string().describe('A sentence for people'),
  reason: z.string().describe('The same for programs'),
});
export type MediaBulkFailure = z.infer<typeof mediaBulkFailure>;

/** Answer 201: all were created, in the order of the payload. */
export const mediaBulkCreated = z.object({ created: z.array(mediaItem) });
export type MediaBulkCreated = z.infer<typeof mediaBulkCreated>;

/** Answer 207: some were created (spec §8). */
export const mediaBulkPartial = z.object({
  message: z.string(),
  created: z.array(mediaItem),
  failed: z.array(mediaBulkFailure),
});
export type MediaBulkPartial = z.infer<typeof mediaBulkPartial>;

/** Answer 400: none was created. Without `failed` when the payload as a whole is invalid. */
export const mediaBulkRefused = errorBody.extend({ failed: z.array(mediaBulkFailure) });
export type MediaBulkRefused = z.infer<typeof mediaBulkRefused>;

const ids = z
  .array(z.string().min(1).max(100))
  .min(1, reason('select_one'))
  .max(MAX_BULK_IDS, reason('select_fewer', { n: MAX_BULK_IDS }));

/** Payload of POST /api/admin/media/bulk-delete. */
export const mediaBulkDelete = z.strictObject({ ids });

/** Answer of POST /api/admin/media/bulk-delete. */
export const mediaBulkDeleted = z.object({ deleted: z.int() });
export type MediaBulkDeleted = z.infer<typeof mediaBulkDeleted>;

/** Most species that one bulk update removes. */
const MAX_REMOVED_SPECIES = 1000;

/** Changes of a bulk update; `tags` and `species` replace. */
export const mediaBulkChange = z
  .strictObject({
    category: editable.category,
    tags: editable.tags,
    addTags: editable.tags,
    removeTags: editable.tags,
    species: editable.species,
    addSpecies: editable.species,
    removeSpecies: z.array(z.string().trim().min(1).max(MAX_NAME)).max(MAX_REMOVED_SPECIES),
    featured: editable.featured,
    status: editable.status,
    publishFrom: editable.publishFrom,
    publishUntil: editable.publishUntil,
    ...objectOf(bulkFields, (name) => editable[name]),
    locationPrivacy: editable.locationPrivacy,
  })
  .partial()
  .refine(
    ({ addTags = [], removeTags = [], addSpecies = [], removeSpecies = [], ...others }) =>
      [...addTags, ...removeTags, ...addSpecies, ...removeSpecies].length > 0 ||
      Object.values(others).some((value) => value !== undefined),
    { error: reason('select_field') },
  )
  .refine(({ tags, addTags, removeTags }) => !tags || !(addTags || removeTags), {
    error: reason('tags_both_ways'),
  });
export type MediaBulkChange = z.output<typeof mediaBulkChange>;

/** Payload of POST /api/admin/media/bulk-update. */
export const mediaBulkUpdate = z.strictObject({
  ids,
  data: z.preprocess((data) => data ?? {}, mediaBulkChange),
});
export type MediaBulkUpdate = z.output<typeof mediaBulkUpdate>;

/** POST /api/admin/media/place: the public text for a location that is published as an area. */
export const placeQuestion = z.strictObject({
  id: z
    .string()
    .max(100)
    .optional()
    .describe('Id of an item, which may have the area of its outing'),
  location: z.string().trim().max(MAX_LOCATION),
  precision: guardLevel.extract(['block', 'region']).default('block'),
});
export const placeWords = z.object({ place: z.string().nullable() });
