/** Which photo a message is about, and for what (decision 074). */
import type { ContactInput } from '@veldlicht/contract/contact';
import type { Enquiry, StoredEnquiry } from '@veldlicht/contract/enquiry';
import { isPrint } from '@veldlicht/contract/enquiry';
import { among } from '@veldlicht/database/among';
import type { Store } from '@veldlicht/database/open';
import { files, media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { readVisibleByIds, readVisibleBySlug } from '#media/media.repository.ts';
import { type MediaRecord, thumbnailOf, visibleFile } from '#media/to-media-item.ts';

/** An enquiry as it came in, and what its mail shows of the item. */
export interface ReceivedEnquiry {
  stored: StoredEnquiry;
  path: string | null;
  /** A small JPEG: <hash>/<name>. */
  picture: string | null;
}

/** What a mail shows of an item. */
function shownOf(record: MediaRecord, path: string): Pick<ReceivedEnquiry, 'path' | 'picture'> {
  const file = visibleFile(record);
  const jpeg = file?.renditions.find(({ format }) => format === 'jpg');
  return { path, picture: file && jpeg ? `${file.hash}/${jpeg.name}` : null };
}

function findPublic(store: Store, address: string, now: number) {
  const slug = /^\/(?:foto|video)\/([a-z0-9-]+)$/.exec(address)?.[1];
  return slug === undefined ? undefined : readVisibleBySlug(store, slug, now);
}

/**
 * What a message asks about a photo; null when it asks nothing. An item that visitors don't see, or no longer,
 * is named by its address: the message must not be lost with it.
 */
export function readEnquiry(
  store: Store,
  { photo: address, purpose, size }: ContactInput,
  now: number,
): ReceivedEnquiry | null {
  if (address === undefined || purpose === undefined) return null;
  const asked = { purpose, size: isPrint(purpose) ? size : null };
  const record = findPublic(store, address, now);
  if (!record)
    return { stored: { photo: null, title: address, ...asked }, path: null, picture: null };
  const { id, title } = record.media;
  return { stored: { photo: id, title, ...asked }, ...shownOf(record, address) };
}

/** A stored enquiry, with what visitors see of its item at this moment. */
export function receivedEnquiry(
  store: Store,
  stored: StoredEnquiry | null,
  now: number,
): ReceivedEnquiry | null {
  if (!stored) return null;
  const [record] = readVisibleByIds(store, stored.photo === null ? [] : [stored.photo], now);
  if (!record) return { stored, path: null, picture: null };
  const { type, slug } = record.media;
  return { stored, ...shownOf(record, `/${type === 'video' ? 'video' : 'foto'}/${slug}`) };
}

/** Of each of these items that there is. */
function readThumbnails(store: Store, ids: string[]): Map<string, string | null> {
  if (ids.length === 0) return new Map();
  const rows = store
    .select({ id: media.id, hash: files.hash, renditions: files.renditions })
    .from(media)
    .innerJoin(files, eq(files.hash, media.fileHash))
    .where(among(media.id, ids))
    .all();
  return new Map(rows.map((row) => [row.id, thumbnailOf(row)]));
}

/** How the inbox shows enquiries: with a picture, as long as the item is there. */
export function showEnquiries(store: Store, stored: (StoredEnquiry | null)[]): (Enquiry | null)[] {
  const thumbnails = readThumbnails(
    store,
    stored.flatMap((one) => one?.photo ?? []),
  );
  return stored.map((one) => {
    if (!one) return null;
    const thumbnail = thumbnails.get(one.photo ?? '');
    return {
      ...one,
      photo: thumbnail === undefined ? null : one.photo,
      thumbnail: thumbnail ?? null,
    };
  });
}
