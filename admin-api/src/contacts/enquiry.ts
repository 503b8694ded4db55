/** Which photo a message is about, and for what (decision 074). */
import type { ContactInput } from '@veldlicht/contract/contact';
import type { Enquiry, StoredEnquiry } from '@veldlicht/contract/enquiry';
import { isPrint } from '@veldlicht/contract/enquiry';
import { among } from '@veldlicht/database/among';
import type { Store } from '@veldlicht/database/open';
import { files, media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { readVisibleByIds, readVisibleBySlug } from '#media/media.repository.ts';
import { thumbnailOf, toPublicMediaItem } from '#media/to-media-item.ts';

/** An enquiry as it came in, and what its mail shows of the item. */
export interface ReceivedEnquiry {
  stored: StoredEnquiry;
  path: string | null;
  /** A small JPEG: <hash>/<name>. */
  picture: string | null;
}

/** What a mail shows of an item. */
function shownOf(
  { sources }: NonNullable<ReturnType<typeof toPublicMediaItem>>,
  path: string,
): Pick<ReceivedEnquiry, 'path' | 'picture'> {
  const jpeg = sources.find(({ format }) => format === 'jpg');
  return { path, picture: jpeg?.url.replace('/media/', '') ?? null };
}

function findPublic(store: Store, address: string, now: number) {
  const slug = /^\/(?:foto|video)\/([a-z0-9-]+)$/.exec(address)?.[1];
  const record = slug === undefined ? undefined : readVisibleBySlug(store, slug, now);
  return record && toPublicMediaItem(record);
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
  const item = findPublic(store, address, now);
  if (!item)
    return { stored: { photo: null, title: address, ...asked }, path: null, picture: null };
  return {
    stored: { photo: item.id, title: item.title, ...asked },
    ...shownOf(item, address),
  };
}

/** A stored enquiry, with what visitors see of its item at this moment. */
export function receivedEnquiry(
  store: Store,
  stored: StoredEnquiry | null,
  now: number,
): ReceivedEnquiry | null {
  if (!stored) return null;
  const [record] = readVisibleByIds(store, stored.photo === null ? [] : [stored.photo], now);
  const item = record && toPublicMediaItem(record);
  if (!item) return { stored, path: null, picture: null };
  const folder = item.type === 'video' ? 'video' : 'foto';
  return { stored, ...shownOf(item, `/${folder}/${item.slug}`) };
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
