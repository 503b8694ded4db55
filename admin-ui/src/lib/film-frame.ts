/** A still of a film that stands on this machine, drawn by the browser (decision 019). */

/** Longer than any grid shows it, and quick to send. */
const LONGEST_SIDE = 2560;
const QUALITY = 0.92;
/** A browser that does not play the film may never say so. */
const PATIENCE_MS = 20_000;

/** Where a still is taken, in seconds: near the start, or in the middle of a shorter film. */
export function stillMoment(duration: number): number {
  return Number.isFinite(duration) ? Math.min(1, duration / 2) : 0;
}

/** The size of a still: that of the film, or the same shape at most 2560 on its longer side. */
export function stillSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height, 1));
  const side = (value: number) => Math.max(1, Math.round(value * scale));
  return { width: side(width), height: side(height) };
}

function happens(film: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // An aborted signal tells nobody any more.
    signal.throwIfAborted();
    const options = { once: true, signal };
    film.addEventListener(event, () => resolve(), options);
    film.addEventListener(
      'error',
      () => reject(new Error('This film does not play here')),
      options,
    );
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function toJpeg(film: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const size = stillSize(film.videoWidth, film.videoHeight);
  canvas.width = size.width;
  canvas.height = size.height;
  canvas.getContext('2d')?.drawImage(film, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

/**
 * One frame of a film as a JPEG, or null when this browser cannot show it. Throws the reason of the
 * signal when that was aborted.
 */
export async function frameOfFilm(file: File, stop: AbortSignal): Promise<File | null> {
  const film = document.createElement('video');
  const url = URL.createObjectURL(file);
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const signal = AbortSignal.any([stop, patience]);
  try {
    film.muted = true;
    film.playsInline = true;
    film.preload = 'auto';
    const known = happens(film, 'loadeddata', signal);
    film.src = url;
    await known;
    const there = happens(film, 'seeked', signal);
    film.currentTime = stillMoment(film.duration);
    await there;
    const jpeg = film.videoWidth > 0 ? await toJpeg(film) : null;
    return jpeg && new File([jpeg], `${file.name}.jpg`, { type: 'image/jpeg' });
  } catch {
    stop.throwIfAborted();
    return null;
  } finally {
    film.removeAttribute('src');
    film.load();
    URL.revokeObjectURL(url);
  }
}
