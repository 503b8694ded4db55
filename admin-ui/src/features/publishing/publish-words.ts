import type { PublishState, ReleaseChange, ReleaseRecord } from '@veldlicht/contract/publishing';
import type { TFunction } from 'i18next';
import type { BadgeLook } from '#components/ui/badge.tsx';
import type { PlainTextKey } from '#i18n/en.ts';
import { serverText } from '#i18n/server-text.ts';

/** What the dot says: calm, not the newest, waiting, at work, or in need of help. */
export type PublishTone = 'live' | 'older' | 'waiting' | 'publishing' | 'failed' | 'unknown';

interface PublishWords {
  tone: PublishTone;
  /** Two or three words for the header. */
  short: string;
  /** Figures beside them, or null. */
  detail: string | null;
  /** A whole sentence. */
  long: string;
}

function progressText(state: PublishState, t: TFunction): string | null {
  const pages =
    state.pagesTotal > 0
      ? t('sitePages', { done: String(state.pagesDone), total: String(state.pagesTotal) })
      : null;
  const images = imagesText(state, t);
  return [pages, images].filter(Boolean).join(', ') || null;
}

function imagesText({ imagesLeft }: PublishState, t: TFunction): string | null {
  return imagesLeft > 0 ? t('siteImagesLeft', { count: imagesLeft }) : null;
}

/** A reason as part of a sentence. */
const reasonOf = (message: string) => serverText(message).replace(/\.$/, '');

/** The publish state in words; `time` says an instant as people do. */
export function publishWords(
  state: PublishState | undefined,
  connected: boolean,
  t: TFunction,
  time: (iso: string) => string,
): PublishWords {
  if (!connected) {
    return { tone: 'unknown', short: t('siteOffline'), detail: null, long: t('siteOfflineText') };
  }
  if (!state) {
    return { tone: 'unknown', short: t('siteUnknown'), detail: null, long: t('siteUnknown') };
  }
  const words = wordsOf(state, t, time);
  // What was asked for last was not done; the rest is true all the same.
  const refused = state.restoreError
    ? t('siteRestoreFailed', { reason: reasonOf(state.restoreError) })
    : null;
  return refused === null ? words : { ...words, long: `${words.long} ${refused}` };
}

function wordsOf(state: PublishState, t: TFunction, time: (iso: string) => string): PublishWords {
  const images = imagesText(state, t);
  switch (state.state) {
    case 'publishing': {
      const detail = progressText(state, t);
      const restoring = state.restoring !== null;
      return {
        tone: 'publishing',
        short: t(restoring ? 'siteRestoring' : 'sitePublishing'),
        detail,
        long: t(restoring ? 'siteRestoringText' : 'sitePublishingText'),
      };
    }
    case 'waiting':
      return {
        tone: 'waiting',
        short: t('siteWaiting'),
        detail: images,
        long: t('siteWaitingText'),
      };
    case 'failed': {
      const reason = state.error ? reasonOf(state.error) : t('unknownReason');
      const next = state.nextTryAt
        ? t('siteNextTry', { time: time(state.nextTryAt) })
        : t('siteNoNextTry');
      const long = `${t('siteFailedText', { reason })} ${next}`;
      return { tone: 'failed', short: t('siteFailed'), detail: reason, long };
    }
    case 'live':
      if (!state.publishedAt) {
        const long = t('siteNeverPublishedText');
        return { tone: 'waiting', short: t('siteNeverPublished'), detail: images, long };
      }
      if (state.held) {
        const made = time(state.releaseMadeAt ?? state.publishedAt);
        const long = state.heldBy
          ? t('siteOlderByText', { time: made, who: state.heldBy })
          : t('siteOlderText', { time: made });
        return { tone: 'older', short: t('siteOlder'), detail: made, long };
      }
      return {
        tone: 'live',
        short: t('siteLive'),
        detail: images ?? time(state.publishedAt),
        long: t('siteLiveText', { time: time(state.publishedAt) }),
      };
  }
}

const locales = { en: 'en-GB', nl: 'nl-NL' } as const;
type Language = keyof typeof locales;

/** A figure and its unit on one line; the signs are the same in both languages. */
function figureText(value: number, unit: string, digits: number, language: Language): string {
  const figure = new Intl.NumberFormat(locales[language], { maximumFractionDigits: digits });
  return `${figure.format(value)}\u00a0${unit}`;
}

/** 42 ms, 2.4 s, 3 min. */
export function durationText(ms: number, language: Language): string {
  if (ms < 1000) return figureText(ms, 'ms', 0, language);
  if (ms < 120_000) return figureText(ms / 1000, 's', 1, language);
  return figureText(ms / 60_000, 'min', 0, language);
}

/** 12 kB, 3.4 MB. */
export function sizeText(bytes: number, language: Language): string {
  if (bytes >= 1_000_000) return figureText(bytes / 1_000_000, 'MB', 1, language);
  return figureText(bytes / 1000, 'kB', bytes < 10_000 ? 1 : 0, language);
}

/** Name and look of each state. */
export const releaseBadges: Record<
  ReleaseRecord['state'],
  { text: PlainTextKey; look: BadgeLook }
> = {
  live: { text: 'releaseLive', look: 'default' },
  kept: { text: 'releaseKept', look: 'secondary' },
  gone: { text: 'releaseGone', look: 'outline' },
  failed: { text: 'releaseFailed', look: 'danger' },
};

/** What one person did to things of one kind. */
export interface ChangeLine extends Omit<ReleaseChange, 'summary'> {
  summaries: string[];
}

/** Changes of one kind by one person in one line each, in the order they are first met. */
export function changeLines(changes: readonly ReleaseChange[]): ChangeLine[] {
  const lines = new Map<string, ChangeLine>();
  for (const { summary, ...kind } of changes) {
    const key = JSON.stringify([kind.actor, kind.action, kind.entity]);
    const line = lines.get(key) ?? { ...kind, summaries: [] };
    if (!line.summaries.includes(summary)) line.summaries.push(summary);
    lines.set(key, line);
  }
  return [...lines.values()];
}

type Place = Pick<ReleaseRecord, 'revision' | 'createdAt'>;

/** Whether a version shows later content than the one that visitors see. */
export function isNewer(release: Place, live: Place | undefined): boolean {
  if (!live) return false;
  if (release.revision !== live.revision) return release.revision > live.revision;
  return release.createdAt > live.createdAt;
}
