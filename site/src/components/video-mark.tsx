import { nl } from '#copy/nl.ts';
import { clockTime } from '#lib/duration.ts';

/** The small mark that tells a video from a photo, with its length. */
export function VideoMark({ seconds }: { seconds: number }) {
  return (
    <span className="video-mark">
      <svg viewBox="0 0 10 12" width="8" height="10" aria-hidden="true">
        <path d="M0 0v12l10-6z" fill="currentColor" />
      </svg>
      <span className="visually-hidden">{nl.video} </span>
      {clockTime(seconds)}
    </span>
  );
}
