/** A build elsewhere could not be called or did not succeed; the message is a sentence for people. */
export class CiError extends Error {
  override name = 'CiError';
}
