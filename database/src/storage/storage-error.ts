/** What can go wrong with stored files, apart from there being none. */

/** The storage could not be reached or refused; trying later may help. Names no secret. */
export class StorageError extends Error {
  override name = 'StorageError';
}

/** A stored upload is larger than any file may be. */
export class TooLargeError extends Error {
  override name = 'TooLargeError';
}
