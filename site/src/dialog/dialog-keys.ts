/** What keys do in the dialog, and how far pictures are enlarged (pure). */

export type DialogAction =
  | { do: 'previous' | 'next' | 'first' | 'last' | 'zoomIn' | 'zoomOut' | 'fit' }
  | { do: 'details' | 'fullscreen' | 'slideshow' }
  | { do: 'pan'; x: number; y: number };

/** Where the key was pressed. */
export interface KeyPlace {
  /** Is the picture larger than it fits? Arrows then move over it. */
  zoomed: boolean;
  /** In the player, which has keys of its own. */
  inPlayer: boolean;
  /** In the details, which scroll. */
  inDetails: boolean;
  /** A video is shown: it has no size to change, and figures are moments of it. */
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
 * Levels are in pixels of the largest file per CSS pixel; at `fit` the whole picture is shown.
 */

/** Where one tap goes: pixels of the screen as they are, but at least twice and at most three times what fits. */
export const tapLevel = (fit: number, density: number) =>
  Math.max(2 * fit, Math.min(1 / density, 3 * fit));

/** Four times what fits, and real pixels always. */
export const maxLevel = (fit: number) => Math.max(1, 4 * fit);

/** One press of a button or key: half as large again, or back by as much; whole at the ends. */
export function nextLevel(level: number, direction: 1 | -1, range: { fit: number; max: number }) {
  const next = level * 1.5 ** direction;
  return next < range.fit * 1.1 ? range.fit : Math.min(next, range.max);
}
