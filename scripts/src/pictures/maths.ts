/** Keeps a value within [low, high]. */
export function clamp(value: number, low = 0, high = 1): number {
  return value < low ? low : value > high ? high : value;
}

/** Linear mix of a and b. */
export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** Smooth step of 0 to 1 while x runs from `from` to `to` (either order). */
export function smooth(from: number, to: number, x: number): number {
  const t = clamp((x - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** Bell curve: 1 at zero, falling with distance in units of `width`. */
export function bell(distance: number, width: number): number {
  const t = distance / width;
  return Math.exp(-t * t);
}
