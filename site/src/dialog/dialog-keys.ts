/** Keys of the dialog, and zoom levels of pictures (pure). */

export type DialogAction =
  | { do: 'previous' | 'next' | 'first' | 'last' | 'zoomIn' | 'zoomOut' | 'fit' }
  | { do: 'details' | 'fullscreen' | 'slideshow' }
  | { do: 'pan'; x: number; y: number };

/** Where the key was pressed, and what the dialog shows. */
export interface KeyPlace {
  /** The picture is enlarged: arrows pan it. */
  zoomed: boolean;
  /** In the player, which has its own keys. */
  inPlayer: boolean;
  /** In the details, which scroll. */
  inDetails: boolean;
  /** A video is shown: it can't be enlarged, and digits seek in it. */
  onVideo: boolean;
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const named: Record<string, Exclude<DialogAction['do'], 'pan'>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  PageUp: 'previous',
  PageDown: 'next',
  Home: 'first',
  End: 'last',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'fit',
  i: 'details',
  f: 'fullscreen',
  p: 'slideshow',
};

/** Null: the key is not the dialog's. `pan` counts in steps, to the right and down. */
export function actionOfKey(key: Key, { zoomed, inPlayer, inDetails, onVideo }: KeyPlace) {
  if (key.ctrlKey || key.metaKey || key.altKey) return null;
  const [x, y] = arrows[key.key] ?? [0, 0];
  if (inPlayer && !key.key.startsWith('Page')) return null;
  if (inDetails && (y !== 0 || key.key.startsWith('Page'))) return null;
  if (zoomed && (x !== 0 || y !== 0)) return { do: 'pan', x, y } as const;
  if (onVideo && /^[-+=0]$/.test(key.key)) return null;
  const name = named[key.key.length === 1 ? key.key.toLowerCase() : key.key];
  return name ? { do: name } : null;
}

/*
 * Levels are in CSS pixels per pixel of the largest file; at `fit` the whole picture is shown.
 */

/** Level after one tap: one screen pixel per pixel, but between two and three times the fitted size. */
export const tapLevel = (fit: number, density: number) =>
  Math.max(2 * fit, Math.min(1 / density, 3 * fit));

/** Four times the fitted size, and at least one CSS pixel per pixel. */
export const maxLevel = (fit: number) => Math.max(1, 4 * fit);

/** Level after one press of a button or key: times or divided by 1.5, within the range. */
export function nextLevel(level: number, direction: 1 | -1, range: { fit: number; max: number }) {
  const next = level * 1.5 ** direction;
  return next < range.fit * 1.1 ? range.fit : Math.min(next, range.max);
}
