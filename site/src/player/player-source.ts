/** Chooses the version of a video by its displayed size and the connection (decision 015). */
import { linesOf } from '@veldlicht/contract/video-versions';
import { on } from '#lib/dom.ts';
import { isStalled } from './player-notices.ts';

export interface VideoSource {
  url: string;
  width: number;
  height: number;
}

/** The connection, as some browsers report it. `downlink` is in Mbit/s, at most ten. */
export interface Line {
  saveData?: boolean | undefined;
  effectiveType?: string | undefined;
  downlink?: number | undefined;
}

/** A video may be enlarged by this factor before a larger version is worth its bytes. */
const ENLARGED = 1.2;
/** Mbit/s for the second version, and for all larger ones (contract, video-versions.ts). */
const FOR_SECOND = 5;
const FOR_LARGER = 10;
/** A stall of this length, in milliseconds, means that the connection is too slow. */
const STALL_MS = 4000;

const isSlow = ({ saveData, effectiveType = '4g' }: Line) => saveData || effectiveType !== '4g';

/**
 * Index of the source that suits a box, in screen pixels, and the connection (pure). `sources` must be from small to
 * large.
 */
export function suitable(
  sources: VideoSource[],
  box: { width: number; height: number },
  line: Line,
): number {
  const lines = sources.map(linesOf);
  const last = sources.length - 1;
  const downlink = line.downlink ?? Number.POSITIVE_INFINITY;
  const most = isSlow(line) || downlink < FOR_SECOND ? 0 : downlink < FOR_LARGER ? 1 : last;
  const covers = ({ width, height }: VideoSource) =>
    Math.min(box.width / width, box.height / height) <= ENLARGED;
  const enough = sources.findIndex(covers);
  // Of two versions with equal lines, the first is smaller.
  return Math.min(most, enough < 0 ? lines.indexOf(Math.max(...lines)) : enough);
}

/** Sources of the video, small to large; empty if it has no versions. */
function sourcesOf(video: HTMLVideoElement): VideoSource[] {
  return [...video.querySelectorAll('source')].map(({ src, dataset }) => ({
    url: src,
    width: Number(dataset.width),
    height: Number(dataset.height),
  }));
}

function lineNow(): Line {
  const line: unknown = Reflect.get(navigator, 'connection');
  return typeof line === 'object' && line !== null ? line : {};
}

/** Continues at the same position from another file. */
function change(video: HTMLVideoElement, url: string): void {
  if (video.src === url) return;
  const { currentTime, paused } = video;
  // Without the poster, which would flash while the file loads.
  if (currentTime > 0) video.removeAttribute('poster');
  video.src = url;
  if (currentTime > 0) video.currentTime = currentTime;
  if (!paused) video.play().catch(() => undefined); // may be removed or paused by now
}

/** Calls back when a playing video has stalled for too long. */
function onStall(video: HTMLVideoElement, stalled: () => void, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    if (!isStalled(video) || video.paused) {
      clearTimeout(timer);
      timer = undefined;
    } else
      timer ??= setTimeout(() => {
        timer = undefined;
        stalled();
      }, STALL_MS);
  };
  const events = ['waiting', 'play', 'playing', 'canplay', 'pause', 'error', 'emptied'];
  on(video, [...events, 'timeupdate'], update, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Chooses the source of a video with versions; a no-op for others. `root` has the displayed size. */
export function chooseSource(
  video: HTMLVideoElement,
  root: HTMLElement,
  signal: AbortSignal,
): void {
  const sources = sourcesOf(video);
  if (sources.length < 2) return;
  let playing = -1;
  /** Largest version that the connection has proved able to carry. */
  let most = sources.length - 1;
  const show = (index: number) => {
    const source = sources[index];
    if (!source) return;
    playing = index;
    change(video, source.url);
  };
  const enlarge = () => {
    const pixels = (side: number) => side * devicePixelRatio;
    const box = { width: pixels(root.clientWidth), height: pixels(root.clientHeight) };
    const wanted = Math.min(most, suitable(sources, box, lineNow()));
    if (wanted > playing) show(wanted);
  };
  const stepDown = () => {
    if (playing === 0) return;
    most = playing - 1;
    show(most);
  };
  on(document, ['fullscreenchange'], enlarge, { signal });
  onStall(video, stepDown, signal);
  enlarge();
}
