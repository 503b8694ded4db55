/** A focus point as the CSS `object-position`; '' for the middle, which is the default. */
export function objectPosition({ x, y }: { x: number; y: number }): string {
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
  return x === 0.5 && y === 0.5 ? '' : `${percent(x)} ${percent(y)}`;
}
