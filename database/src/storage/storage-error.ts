/** Errors of the storage. */

/** The storage could not be reached or refused; a retry may help. Its message has no secrets. */
export class StorageError extends Error {
  override name = 'StorageError';
}

/** A stored upload is larger than any file may be. */
export class TooLargeError extends Error {
  override name = 'TooLargeError';
}
