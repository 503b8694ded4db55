/** Which version of a video plays: by the size it is shown at, the line, and what its visitor chose (decision 066). */
import { linesOf } from '@veldlicht/contract/video-versions';
import { playerCopy as copy } from '#copy/scripts.ts';
import { build, on } from '#lib/dom.ts';
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

/** 'automatic', 'original', or so many lines: what is kept, and the values of the list. */
export type Quality = string;

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

/** The source of a quality that was chosen, perhaps at another video: the best that is no better (pure). */
export function chosenSource(sources: VideoSource[], quality: Quality): number {
  if (quality === 'original') return sources.length - 1;
  const lines = sources.map(linesOf);
  const same = lines.indexOf(Number(quality));
  return same < 0
    ? Math.max(
        0,
        lines.findLastIndex((one) => one <= Number(quality)),
      )
    : same;
}

const QUALITY_KEY = 'veldlicht-quality';

/** What was chosen in this tab. */
function recallQuality(): Quality {
  try {
    const kept = sessionStorage.getItem(QUALITY_KEY) ?? '';
    return /^(?:original|\d{1,5})$/.test(kept) ? kept : 'automatic';
  } catch {
    return 'automatic'; // storage may be switched off
  }
}

function rememberQuality(quality: Quality): void {
  try {
    sessionStorage.setItem(QUALITY_KEY, quality);
  } catch {
    // As above.
  }
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

/** The list of qualities. */
function createList(sources: VideoSource[], quality: Quality): HTMLSelectElement {
  const last = sources.length - 1;
  const values = sources.map((source, i) => (i === last ? 'original' : String(linesOf(source))));
  const labels: Record<string, string> = { automatic: copy.automatic, original: copy.original };
  const select = build('select', { 'aria-label': copy.quality, title: copy.quality });
  for (const value of ['automatic', ...values.slice(0, last).reverse(), 'original'])
    select.append(build('option', { value }, labels[value] ?? `${value}p`));
  // One that was chosen at another video is shown as what it is here.
  const isChosen = quality !== 'automatic';
  select.value = (isChosen && values[chosenSource(sources, quality)]) || 'automatic';
  return select;
}

/** After a choice by hand keys are for the video again; who chooses by key stays in the list. */
function giveBackFocus(select: HTMLSelectElement, root: HTMLElement): void {
  let isByHand = false;
  const touched = ({ type }: Event) => {
    isByHand = type === 'pointerdown';
  };
  for (const event of ['pointerdown', 'keydown']) select.addEventListener(event, touched);
  select.addEventListener('change', () => isByHand && root.focus({ preventScroll: true }));
}

/**
 * Chooses what a video with versions is loaded from, and answers the control to choose by hand; null for a video
 * without. `root` has its size.
 */
export function createQuality(
  video: HTMLVideoElement,
  root: HTMLElement,
  signal: AbortSignal,
): HTMLElement | null {
  const sources = sourcesOf(video);
  if (sources.length < 2) return null;
  const automatic = () => {
    const pixels = (side: number) => side * devicePixelRatio;
    const box = { width: pixels(root.clientWidth), height: pixels(root.clientHeight) };
    return suitable(sources, box, lineNow());
  };
  let quality = recallQuality();
  let playing = 0;
  /** What the line turned out to carry. */
  let most = sources.length - 1;
  const shown = build('span', { 'aria-hidden': 'true' });
  const show = (index: number) => {
    const source = sources[index];
    if (!source) return;
    playing = index;
    change(video, source.url);
    shown.textContent = `${linesOf(source)}p`;
  };
  const pick = () =>
    show(quality === 'automatic' ? Math.min(most, automatic()) : chosenSource(sources, quality));

  const select = createList(sources, quality);
  const choose = () => {
    quality = select.value;
    most = sources.length - 1;
    rememberQuality(quality);
    pick();
  };
  const enlarge = () => {
    if (quality === 'automatic' && automatic() > playing) pick();
  };
  const stepDown = () => {
    if (quality !== 'automatic' || playing === 0) return;
    most = playing - 1;
    pick();
  };
  select.addEventListener('change', choose);
  giveBackFocus(select, root);
  on(document, ['fullscreenchange'], enlarge, { signal });
  onStall(video, stepDown, signal);
  pick();
  return build('span', { class: 'player__button player__quality' }, shown, select);
}
