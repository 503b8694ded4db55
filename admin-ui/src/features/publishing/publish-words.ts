import type { PublishState } from '@veldlicht/contract/publishing';
import type { TFunction } from 'i18next';
import { serverText } from '#i18n/server-text.ts';

/** What the dot says: calm, not the newest, waiting, at work, or in need of help. */
export type PublishTone = 'live' | 'older' | 'waiting' | 'publishing' | 'failed' | 'unknown';

export interface PublishWords {
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
