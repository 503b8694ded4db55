/** Enquiries: the photo that a message is about, and its purpose. */

import type { ContactInput } from '@veldlicht/contract/contact';
import type { Enquiry, StoredEnquiry } from '@veldlicht/contract/enquiry';
import { isPrint } from '@veldlicht/contract/enquiry';
import type { Store } from '@veldlicht/database/open';
import { itemPath } from '@veldlicht/database/public/to-public-item';
import { readThumbnails, readVisibleByIds, readVisibleBySlug } from '#media/media.repository.ts';
import { type MediaRecord, visibleFile } from '#media/to-media-item.ts';

export interface ReceivedEnquiry {
  stored: StoredEnquiry;
  /** Public path of the item; null while visitors can't see it. */
  path: string | null;
  /** A small JPEG: <hash>/<name>. */
  picture: string | null;
}

/** The parts that a mail shows. */
function shownOf(record: MediaRecord, path: string): Pick<ReceivedEnquiry, 'path' | 'picture'> {
  const file = visibleFile(record);
  const jpeg = file?.renditions.find(({ format }) => format === 'jpg');
  return { path, picture: file && jpeg ? `${file.hash}/${jpeg.name}` : null };
}

function findPublic(store: Store, address: string, now: number) {
  const slug = /^\/(?:foto|video)\/([a-z0-9-]+)$/.exec(address)?.[1];
  return slug === undefined ? undefined : readVisibleBySlug(store, slug, now);
}

/** The enquiry of a message, or null. An item that visitors can't see is named by its address. */
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

/** A stored enquiry, with the item as visitors see it now. */
export function receivedEnquiry(
  store: Store,
  stored: StoredEnquiry | null,
  now: number,
): ReceivedEnquiry | null {
  if (!stored) return null;
  const [record] = readVisibleByIds(store, stored.photo === null ? [] : [stored.photo], now);
  if (!record) return { stored, path: null, picture: null };
  return { stored, ...shownOf(record, itemPath(record.media)) };
}

/** Enquiries for the inbox, with a thumbnail while the item exists. */
export function showEnquiries(store: Store, stored: (StoredEnquiry | null)[]): (Enquiry | null)[] {
  const ids = stored.flatMap((one) => one?.photo ?? []);
  const thumbnails = readThumbnails(store, 'id', ids);
  return stored.map((one) => {
    if (!one) return null;
    const found = thumbnails.get(one.photo ?? '');
    return { ...one, photo: found ? one.photo : null, thumbnail: found?.picture ?? null };
  });
}
