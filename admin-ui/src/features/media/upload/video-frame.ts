/** A frame of a video file on this machine, drawn by the browser: what the panel shows until the server has it. */

/** Pixels; longer than any grid shows it, and quick to send. */
const LONGEST_SIDE = 2560;
const QUALITY = 0.92;
/** A browser that does not play the video may never say so. */
const PATIENCE_MS = 20_000;

/** Where the frame is taken, in seconds: near the start, or in the middle of a shorter video. */
export function frameMoment(duration: number): number {
  return Number.isFinite(duration) ? Math.min(1, duration / 2) : 0;
}

/** The same size, or the same shape with `longest` pixels on its longer side: never enlarged. */
export function frameSize(width: number, height: number, longest = LONGEST_SIDE) {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  const side = (value: number) => Math.max(1, Math.round(value * scale));
  return { width: side(width), height: side(height) };
}

function eventOf(video: HTMLVideoElement, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const options = { once: true, signal };
    video.addEventListener(name, () => resolve(), options);
    video.addEventListener('error', () => reject(new Error('It does not play here')), options);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function toJpeg(video: HTMLVideoElement): Promise<Blob | null> {
  const size = frameSize(video.videoWidth, video.videoHeight);
  const canvas = Object.assign(document.createElement('canvas'), size);
  canvas.getContext('2d')?.drawImage(video, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

/**
 * One frame of a video as a JPEG, or null when this browser cannot show it. Throws the reason of the
 * signal when that was aborted.
 */
export async function frameOfVideo(file: File, stop: AbortSignal): Promise<File | null> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  const signal = AbortSignal.any([stop, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    const loaded = eventOf(video, 'loadeddata', signal);
    video.src = url;
    await loaded;
    const found = eventOf(video, 'seeked', signal);
    video.currentTime = frameMoment(video.duration);
    await found;
    const jpeg = video.videoWidth > 0 ? await toJpeg(video) : null;
    return jpeg && new File([jpeg], `${file.name}.jpg`, { type: 'image/jpeg' });
  } catch {
    stop.throwIfAborted();
    return null;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}
