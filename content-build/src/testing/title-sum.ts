import { type Content, valuesOf } from '../routes/route-kind.ts';

/** Sum of the titles of all public items, which are numbers. */
export function titleSum(content: Content): number {
  const [sum = 0] = valuesOf<number>(content, "SELECT sum(item ->> 'title') FROM items");
  return sum;
}
