import type { PublishState } from '@veldlicht/contract/publishing';
import type { TFunction } from 'i18next';
import { serverText } from '#i18n/failure-text.ts';
import { panelLocale } from '#lib/time-text.ts';

export type PublishTone = 'live' | 'waiting' | 'publishing' | 'failed' | 'unknown';

export interface PublishWords {
  tone: PublishTone;
  /** Two or three words, for the header. */
  short: string;
  /** Progress or time beside them. */
  detail: string | null;
  /** A whole sentence. */
  long: string;
}

/** A reason without its full stop, for use inside a sentence. */
const reasonOf = (message: string) => serverText(message).replace(/\.$/, '');

/** How many minutes an external site lags behind; null below one. */
function behindText(since: string | null, now: number, t: TFunction): string | null {
  const count = since === null ? 0 : Math.floor((now - Date.parse(since)) / 60_000);
  return count > 0 ? t('siteBehind', { count }) : null;
}

/** The publish state in words; `time` formats an instant. */
export function publishWords(
  state: PublishState | undefined,
  connected: boolean,
  t: TFunction,
  time: (iso: string) => string,
  now: number,
): PublishWords {
  const words = stateWords(state, connected, t, time);
  const behind = connected && state ? behindText(state.behindSince, now, t) : null;
  return behind ? { ...words, long: `${words.long} ${behind}` } : words;
}

function stateWords(
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
  const { pagesDone, pagesTotal, imagesLeft, publishedAt } = state;
  const images = imagesLeft > 0 ? t('siteImagesLeft', { count: imagesLeft }) : null;
  switch (state.state) {
    case 'publishing': {
      const pages =
        pagesTotal > 0
          ? t('sitePages', { done: String(pagesDone), total: String(pagesTotal) })
          : null;
      return {
        tone: 'publishing',
        short: t('sitePublishing'),
        detail: [pages, images].filter(Boolean).join(', ') || null,
        long: t('sitePublishingText'),
      };
    }
    case 'waiting': {
      const long = t('siteWaitingText');
      return { tone: 'waiting', short: t('siteWaiting'), detail: images, long };
    }
    case 'failed': {
      const reason = state.error ? reasonOf(state.error) : t('unknownReason');
      const next = state.nextTryAt
        ? t('siteNextTry', { time: time(state.nextTryAt) })
        : t('siteNoNextTry');
      const long = `${t('siteFailedText', { reason })} ${next}`;
      return { tone: 'failed', short: t('siteFailed'), detail: reason, long };
    }
    case 'live': {
      if (!publishedAt) {
        const long = t('siteNeverPublishedText');
        return { tone: 'waiting', short: t('siteNeverPublished'), detail: images, long };
      }
      const since = time(publishedAt);
      const long = t('siteLiveText', { time: since });
      return { tone: 'live', short: t('siteLive'), detail: images ?? since, long };
    }
  }
}

/** A number and its unit, joined by a no-break space. */
function figureText(value: number, unit: string, digits: number): string {
  const figure = new Intl.NumberFormat(panelLocale(), { maximumFractionDigits: digits });
  return `${figure.format(value)}\u00a0${unit}`;
}

/** 12 kB, 3.4 MB, 2.1 GB. */
export function sizeText(bytes: number): string {
  if (bytes >= 1_000_000_000) return figureText(bytes / 1_000_000_000, 'GB', 1);
  if (bytes >= 1_000_000) return figureText(bytes / 1_000_000, 'MB', 1);
  return figureText(bytes / 1000, 'kB', bytes < 10_000 ? 1 : 0);
}
