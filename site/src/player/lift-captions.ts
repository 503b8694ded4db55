/** Captions stand above the controls as long as those are there. */

/** Height of a line of captions by that of the film, as browsers draw them at least. */
const LINE = 0.05;
/** Pixels between words and controls. */
const AIR = 8;

/**
 * The line, counted from below, on which a caption begins that stays clear of `covered` pixels of a
 * film that is `height` pixels high (pure).
 */
export function captionLine(text: string, covered: number, height: number): number {
  const lines = text.split('\n').length;
  return -Math.ceil((covered + AIR) / (LINE * Math.max(1, height))) - (lines - 1);
}

/** Moves all that may be shown, before it is; captions that have a place of their own keep it. */
export function liftCaptions(
  video: HTMLVideoElement,
  root: HTMLElement,
  bar: HTMLElement,
  signal: AbortSignal,
): void {
  const lifted = new Set<VTTCue>();
  const place = () => {
    const isClear = root.hasAttribute('data-idle') || signal.aborted;
    // Its upper edge is a scrim only.
    const covered = bar.offsetHeight - Number.parseFloat(getComputedStyle(bar).paddingTop);
    for (const track of video.textTracks)
      for (const cue of track.cues ?? []) {
        if (!(cue instanceof VTTCue) || (cue.line !== 'auto' && !lifted.has(cue))) continue;
        lifted.add(cue);
        cue.line = isClear ? 'auto' : captionLine(cue.text, covered, video.clientHeight);
      }
  };
  const observer = new MutationObserver(place);
  observer.observe(root, { attributeFilter: ['data-idle'] });
  const listen = (track: TextTrack | null) => {
    track?.addEventListener('cuechange', place, { signal });
    place();
  };
  for (const track of video.textTracks) listen(track);
  video.textTracks.addEventListener('change', place, { signal });
  video.textTracks.addEventListener('addtrack', ({ track }) => listen(track), { signal });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    for (const cue of lifted) cue.line = 'auto';
  });
}
