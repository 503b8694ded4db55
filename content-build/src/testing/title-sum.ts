import { type Content, valuesOf } from '../routes/route-kind.ts';

/** Titles are numbers (move-counters.ts). */
export function titleSum(content: Content): number {
  const [sum = 0] = valuesOf<number>(content, "SELECT sum(item ->> 'title') FROM items");
  return sum;
}
