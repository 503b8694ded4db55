import type { CSSProperties } from 'react';

/** CSS custom properties as a React style. */
export function customProperties(values: Record<`--${string}`, string | number>): CSSProperties {
  // React's type lists the known properties only; custom ones are passed on as they are.
  return values as CSSProperties;
}
