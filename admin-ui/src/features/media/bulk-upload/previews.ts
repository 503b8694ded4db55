/** Small pictures of files, made two at a time and given back when they are no longer needed. */
import { createTaskQueue } from '#lib/upload-queue.ts';
import { typeOfFile } from '../form/file-checks.ts';
import { createStore, type Store } from './store.ts';

/** Pixels of the long side; twice what a card shows, for sharp screens. */
const PREVIEW_PX = 480;
const MADE_AT_ONCE = 2;
/** A video that shows no frame by then has none to show. */
const FRAME_WITHIN_MS = 10_000;

/** Width and height that fit into a square of `side` pixels, never enlarged. */
export function fitInto(side: number, width: number, height: number): [number, number] {
  const scale = Math.min(1, side / Math.max(width, height, 1));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

function drawn(source: CanvasImageSource, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = fitInto(PREVIEW_PX, width, height);
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave nothing'))),
      'image/webp',
      0.8,
    ),
  );
}

/** Decodes outside the main thread, straight to a small size where the browser can. */
async function pictureOf(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, {
    resizeWidth: PREVIEW_PX,
    resizeQuality: 'medium',
    imageOrientation: 'from-image',
  });
  try {
    return await drawn(bitmap, bitmap.width, bitmap.height);
  } finally {
    bitmap.close();
  }
}

/** A frame from the beginning, past what is often black. */
function frameOf(file: File): Promise<Blob> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  const frame = new Promise<Blob>((resolve, reject) => {
    const fail = () => reject(new Error('The video shows no frame'));
    setTimeout(fail, FRAME_WITHIN_MS);
    video.onerror = fail;
    video.onloadedmetadata = () => {
      const { duration } = video;
      video.currentTime = Number.isFinite(duration) ? Math.min(1, duration / 4) : 0;
    };
    video.onseeked = () => {
      drawn(video, video.videoWidth, video.videoHeight).then(resolve, reject);
    };
  });
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  video.src = url;
  return frame.finally(() => {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  });
}

export interface Previews {
  /** By draft: an address, or null when there is nothing to show. */
  store: Store<ReadonlyMap<string, string | null>>;
  /** Makes one, once. */
  ask: (id: string, file: File) => void;
  /** Lets go of all others. */
  keepOnly: (ids: ReadonlySet<string>) => void;
}

export function createPreviews(
  make = (file: File) => (typeOfFile(file) === 'video' ? frameOf(file) : pictureOf(file)),
): Previews {
  const store = createStore<ReadonlyMap<string, string | null>>(new Map());
  const queue = createTaskQueue(MADE_AT_ONCE);
  const asked = new Set<string>();
  const show = (id: string, url: string | null) => {
    const former = store.get().get(id);
    if (former) URL.revokeObjectURL(former);
    store.update((urls) => new Map(urls).set(id, url));
  };
  return {
    store,
    ask: (id, file) => {
      if (asked.has(id)) return;
      asked.add(id);
      void queue.add(async () => {
        // Removed while it waited.
        if (!asked.has(id)) return;
        const blob = await make(file).catch(() => null);
        if (asked.has(id)) show(id, blob && URL.createObjectURL(blob));
      });
    },
    keepOnly: (ids) => {
      for (const id of asked) if (!ids.has(id)) asked.delete(id);
      store.update((urls) => {
        const gone = [...urls.keys()].filter((id) => !ids.has(id));
        if (gone.length === 0) return urls;
        for (const id of gone) {
          const url = urls.get(id);
          if (url) URL.revokeObjectURL(url);
        }
        return new Map([...urls].filter(([id]) => ids.has(id)));
      });
    },
  };
}
