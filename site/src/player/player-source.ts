/** Which version of a video plays: by the size it is shown at, and the line (decision 015). */
import { linesOf } from '@veldlicht/contract/video-versions';
import { on } from '#lib/dom.ts';
import { isStalled } from './player-notices.ts';

export interface VideoSource {
  url: string;
  width: number;
  height: number;
}

/** What the browser says of the line; not all do. `downlink` is in Mbit/s, and says no more than ten. */
export interface Line {
  saveData?: boolean | undefined;
  effectiveType?: string | undefined;
  downlink?: number | undefined;
}

/** A video may be enlarged this much before a larger one is worth its bytes. */
const ENLARGED = 1.2;
/** The line that the larger versions want, in Mbit/s: the second, and all beyond it (contract, video-versions.ts). */
const FOR_SECOND = 5;
const FOR_LARGER = 10;
/** Standing still for so long, in milliseconds, a video is too much for the line. */
const STALL_MS = 4000;

const isSlow = ({ saveData, effectiveType = '4g' }: Line) => saveData || effectiveType !== '4g';

/**
 * The number of the source that suits a box of so many pixels of the screen, and the line (pure). `sources` from small
 * to large.
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
  // Of two with as many lines the first is the lighter one.
  return Math.min(most, enough < 0 ? lines.indexOf(Math.max(...lines)) : enough);
}

/** What a page may load the video from, small to large; empty when there is no choice. */
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

/** Goes on with another file where the video was. */
function change(video: HTMLVideoElement, url: string): void {
  if (video.src === url) return;
  const { currentTime, paused } = video;
  // After its first frame, which would come back for a moment, the poster has had its time.
  if (currentTime > 0) video.removeAttribute('poster');
  video.src = url;
  if (currentTime > 0) video.currentTime = currentTime;
  if (!paused) video.play().catch(() => undefined); // taken away or paused meanwhile
}

/** Calls back when a video that should play has stood still for too long. */
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

/** Chooses what a video with versions is loaded from; does nothing for one without. `root` has its size. */
export function chooseSource(
  video: HTMLVideoElement,
  root: HTMLElement,
  signal: AbortSignal,
): void {
  const sources = sourcesOf(video);
  if (sources.length < 2) return;
  let playing = -1;
  /** What the line turned out to carry. */
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
