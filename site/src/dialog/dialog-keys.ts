/** What a key does in the dialog (pure). */
export type KeyAction =
  | { do: 'previous' | 'next' | 'first' | 'last' | 'zoomIn' | 'zoomOut' | 'fit' | 'details' }
  | { do: 'pan'; x: number; y: number };

/** Where the key was pressed. */
export interface KeyPlace {
  /** Is the picture larger than it fits? Arrows then move over it. */
  zoomed: boolean;
  /** In the player or a field, which have keys of their own. */
  inPlayer: boolean;
  /** In the details, which scroll. */
  inDetails: boolean;
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const named = new Map<string, KeyAction>([
  ['ArrowLeft', { do: 'previous' }],
  ['ArrowRight', { do: 'next' }],
  ['PageUp', { do: 'previous' }],
  ['PageDown', { do: 'next' }],
  ['Home', { do: 'first' }],
  ['End', { do: 'last' }],
  ['+', { do: 'zoomIn' }],
  ['=', { do: 'zoomIn' }],
  ['-', { do: 'zoomOut' }],
  ['0', { do: 'fit' }],
  ['i', { do: 'details' }],
  ['I', { do: 'details' }],
]);

/** Null: the key is not the dialog's. `pan` counts in steps, to the right and down. */
export function actionOfKey(key: Key, { zoomed, inPlayer, inDetails }: KeyPlace): KeyAction | null {
  if (key.ctrlKey || key.metaKey || key.altKey) return null;
  const [x, y] = arrows[key.key] ?? [0, 0];
  if (inPlayer && !key.key.startsWith('Page')) return null;
  if (inDetails && (y !== 0 || key.key.startsWith('Page'))) return null;
  if (zoomed && (x !== 0 || y !== 0)) return { do: 'pan', x, y };
  return named.get(key.key) ?? null;
}
