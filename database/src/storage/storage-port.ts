/**
 * The storage port: where uploads wait and originals are kept, on this machine's disk or in a bucket
 * (decision 018). Renditions and releases are no part of it; they always stand on the disk.
 */
import type { StoredName } from './stored-name.ts';

/** A stored file on the disk of this machine, for as long as somebody works on it. */
export interface Borrowed {
  name: StoredName;
  /** Its path. */
  file: string;
  bytes: number;
  /** First 32 hex digits of the SHA-256 of a copy from a bucket; null: the stored file itself. */
  hash: string | null;
  /** Frees the space it took. Never rejects; twice does no harm. */
  giveBack: () => Promise<void>;
}

/** One entry of a list. */
export interface Stored {
  name: StoredName;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** Uploads that browsers send to a service of others, past this server. */
export interface DirectUploads {
  /** Where they go; the admin's policy must allow it. */
  origin: string;
  /** A signed address for a PUT of `incoming/<key>`, from `now` (ms) for `UPLOAD_TICKET_SECONDS`. */
  address: (key: string, now: number) => Promise<string>;
  /** The key in an address of ours, or null. The address is only ever read (threat T20). */
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
   * Moves a borrowed upload to its place among the originals, durably: the bytes that were lent, even
   * if others have taken their place meanwhile. Repeating it changes nothing.
   */
  keep: (upload: Borrowed, original: StoredName) => Promise<void>;
  /** After it, nothing is stored under the name. What was asked for later is done later. */
  remove: (name: StoredName) => Promise<void>;
  /** Everything below incoming/, in no particular order. */
  listIncoming: () => AsyncIterable<Stored>;
}
