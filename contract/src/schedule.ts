import { reason } from './reason.ts';

/** From when until when a published item is to be seen (product decisions §5). */

/** Milliseconds since 1970 (UTC); null: no bound on that side. */
export interface PublishWindow {
  publishFrom: number | null;
  publishUntil: number | null;
}

/** Whether the end, if there is one, comes after the beginning. */
export function endsAfterStart(from: string | null | undefined, until: string | null | undefined) {
  return !from || !until || Date.parse(until) > Date.parse(from);
}

/** Said of a window that ends before it begins. */
export const END_BEFORE_START = reason('end_before_start');

/** The first moment counts as inside, the last one as outside. */
export function isWithinWindow({ publishFrom, publishUntil }: PublishWindow, moment: number) {
  return (
    (publishFrom === null || publishFrom <= moment) &&
    (publishUntil === null || publishUntil > moment)
  );
}
