/**
 * The storage port: uploads and originals, on disk or in a bucket (decision 010). Renditions are always on disk.
 */
import type { StoredName } from './stored-name.ts';

/** A stored file on the local disk, until it is given back. */
export interface Borrowed {
  name: StoredName;
  /** Its path. */
  file: string;
  bytes: number;
  /** First 32 hex digits of the SHA-256 of a copy from a bucket; null: the stored file itself. */
  hash: string | null;
  /** Deletes the copy. Never rejects; may be called twice. */
  giveBack: () => Promise<void>;
}

/** One entry of a list. */
export interface Stored {
  name: StoredName;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** Uploads that browsers send straight to a bucket. */
export interface DirectUploads {
  /** Origin of the bucket, for the panel's content security policy. */
  origin: string;
  /** Presigned address to PUT `incoming/<key>`, valid for `UPLOAD_TICKET_SECONDS` from `now` (ms). */
  address: (key: string, now: number) => Promise<string>;
  /** Upload key in such an address, or null. The address is only parsed, never fetched (threat T20). */
  keyOf: (address: string) => string | null;
}

/** Everything but `direct` throws `StorageError` when the storage can't be reached or refuses. */
export interface Storage {
  /** Null: this server takes uploads itself. */
  direct: DirectUploads | null;
  /** Bytes, or null when nothing is stored under the name. */
  size: (name: StoredName) => Promise<number | null>;
  /** The file, or null. Throws `TooLargeError` above `MAX_FILE_BYTES`. */
  borrow: (name: StoredName) => Promise<Borrowed | null>;
  /**
   * Moves a borrowed upload to the originals, durably: the borrowed bytes, even if the upload was replaced since.
   * Idempotent.
   */
  keep: (upload: Borrowed, original: StoredName) => Promise<void>;
  /** Removes a file if it exists. Runs in the order of calls to `keep` and `remove`. */
  remove: (name: StoredName) => Promise<void>;
  /** All uploads, unordered. */
  listIncoming: () => AsyncIterable<Stored>;
}
