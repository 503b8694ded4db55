import { END_BEFORE_START, type PublishWindow } from '@veldlicht/contract/schedule';
import { invalidField } from '#http/app-error.ts';

/** What was sent: undefined leaves a bound as it is, null takes it away. */
interface WindowChange {
  publishFrom?: string | null | undefined;
  publishUntil?: string | null | undefined;
}

function boundAfter(before: number | null, sent: string | null | undefined): number | null {
  if (sent === undefined) return before;
  return sent === null ? null : Date.parse(sent);
}

/**
 * From when until when an item is public after a write (product decisions §5). Throws
 * `invalid_input` when it would end before it begins, whichever of the two was sent.
 */
export function windowAfter(before: PublishWindow | null, change: WindowChange): PublishWindow {
  const publishFrom = boundAfter(before?.publishFrom ?? null, change.publishFrom);
  const publishUntil = boundAfter(before?.publishUntil ?? null, change.publishUntil);
  if (publishFrom !== null && publishUntil !== null && publishUntil <= publishFrom)
    throw invalidField('publishUntil', END_BEFORE_START);
  return { publishFrom, publishUntil };
}
