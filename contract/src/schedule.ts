/** From when until when a published item is to be seen (product decisions §5). */

/** Milliseconds since 1970 (UTC); null: no bound on that side. */
export interface PublishWindow {
  publishFrom: number | null;
  publishUntil: number | null;
}

/** The first moment counts as inside, the last one as outside. */
export function isWithinWindow({ publishFrom, publishUntil }: PublishWindow, moment: number) {
  return (
    (publishFrom === null || publishFrom <= moment) &&
    (publishUntil === null || publishUntil > moment)
  );
}
