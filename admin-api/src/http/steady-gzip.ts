import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

const gzipAsync = promisify(gzip);

/** Compresses an answer that stands still; resolves null when it could not be. */
type Compress = (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer> | null>;

/** The fastest level: a tenth of the list of all items; the others take longer for hardly less. */
const compressFast: Compress = (bytes) =>
  gzipAsync(bytes, { level: constants.Z_BEST_SPEED }).catch(() => null);

const isEqual = (a: Uint8Array, b: Uint8Array) => a === b || Buffer.compare(a, b) === 0;

/**
 * Remembers the compressed form of one long answer that many ask for. Only what is asked for a second
 * time is compressed, on another thread and once, and whoever asks before it is ready gets the plain
 * bytes: after every edit the list is read once by whoever made it, who should not wait for more.
 */
export function steadyGzip(
  compress: Compress = compressFast,
): (bytes: Uint8Array) => Uint8Array<ArrayBuffer> | null {
  let known: { bytes: Uint8Array; isAskedAgain: boolean } | null = null;
  let packed: Uint8Array<ArrayBuffer> | null = null;
  return (bytes) => {
    if (!known || !isEqual(known.bytes, bytes)) {
      known = { bytes, isAskedAgain: false };
      packed = null;
      return null;
    }
    // The newer of two equal ones, so that the older can go.
    known.bytes = bytes;
    if (!known.isAskedAgain) {
      known.isAskedAgain = true;
      const asked = known;
      void compress(bytes).then((done) => {
        if (known === asked) packed = done;
      });
    }
    return packed;
  };
}
