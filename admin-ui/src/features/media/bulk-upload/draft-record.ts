/** Drafts as the browser keeps them across a reload; files stand beside them. */
import {
  type LocationPrivacy,
  locationPrivacy,
  stricterPrivacy,
} from '@veldlicht/contract/location';
import { mediaType } from '@veldlicht/contract/media';
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import { z } from 'zod';
import { randomKey } from '#lib/random-key.ts';
import type { Draft } from './draft.ts';

const HOUR_MS = 60 * 60 * 1000;
/** The server drops what was sent and what no item refers to after 24 hours. */
const STORED_FOR_MS = 23 * HOUR_MS;

const draftRecord = z.object({
  key: z.string().min(16).catch(randomKey),
  id: z.string().min(1),
  order: z.number(),
  name: z.string().min(1),
  size: z.number().min(0),
  modified: z.number(),
  fields: z.object({
    title: z.string(),
    description: z.string(),
    location: z.string(),
    locationPrivacy,
    date: z.string(),
    category: z.string(),
    tags: z.array(z.string()),
    type: mediaType,
  }),
  privacyIsChosen: z.boolean(),
  dateIsChosen: z.boolean().catch(false),
  sent: z
    .object({ url: z.string().min(1), at: z.number() })
    .nullable()
    .catch(null),
  stored: z
    .object({ objectPath: z.string().min(1), type: mediaType, at: z.number() })
    .nullable()
    .catch(null),
  failure: z
    .object({
      stage: z.enum(['ticket', 'put', 'finalise', 'create', 'missing']),
      reason: z.string().nullable(),
    })
    .nullable()
    .catch(null),
});
export type DraftRecord = z.infer<typeof draftRecord>;

export function toRecord(draft: Draft, order: number): DraftRecord {
  const { file: _file, ...rest } = draft;
  return { ...rest, order };
}

/** An upload is remembered for as long as the server surely keeps it. */
function isStillStored(at: number, now: number): boolean {
  return at <= now && now - at < STORED_FOR_MS;
}

/** A proposal of an older version may have told more than today's. */
function privacyNow({
  fields,
  privacyIsChosen,
}: Pick<Draft, 'fields' | 'privacyIsChosen'>): LocationPrivacy {
  const { location, locationPrivacy } = fields;
  if (privacyIsChosen) return locationPrivacy;
  return stricterPrivacy(locationPrivacy, defaultLocationPrivacy(location));
}

/**
 * Drafts from what was kept, in their order. A record of another shape, such as an older version
 * wrote, is left out. `now` in milliseconds since 1970.
 */
export function fromRecords(
  records: readonly unknown[],
  files: ReadonlyMap<string, File>,
  now: number,
): Draft[] {
  return records
    .flatMap((record) => draftRecord.safeParse(record).data ?? [])
    .toSorted((a, b) => a.order - b.order)
    .map(({ order: _order, ...record }) => ({
      ...record,
      fields: { ...record.fields, locationPrivacy: privacyNow(record) },
      sent: record.sent && isStillStored(record.sent.at, now) ? record.sent : null,
      stored: record.stored && isStillStored(record.stored.at, now) ? record.stored : null,
      file: files.get(record.id) ?? null,
    }));
}
