/** How far a picture may be enlarged (pure). Levels are in pixels of the largest file per CSS pixel. */
export interface ZoomRange {
  /** Where the whole picture is shown. */
  fit: number;
  max: number;
}

/** Where one tap goes: real pixels, but at least twice and at most three times what fits. */
export function tapLevel(fit: number): number {
  return Math.max(2 * fit, Math.min(1, 3 * fit));
}

/** Four times what fits, and real pixels always. */
export function maxLevel(fit: number): number {
  return Math.max(1, 4 * fit);
}

/** One press of a button or key: half as large again, or back by as much; whole at the ends. */
export function nextLevel(level: number, direction: 1 | -1, { fit, max }: ZoomRange): number {
  const next = level * 1.5 ** direction;
  if (next < fit * 1.1) return fit;
  return Math.min(next, max);
}
