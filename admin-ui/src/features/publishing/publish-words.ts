import type { PublishState } from '@veldlicht/contract/publishing';
import type { TFunction } from 'i18next';
import { serverText } from '#i18n/server-text.ts';

/** What the dot says: calm, waiting, at work, or in need of help. */
export type PublishTone = 'live' | 'waiting' | 'publishing' | 'failed' | 'unknown';

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
  const images = state.imagesLeft > 0 ? t('siteImagesLeft', { count: state.imagesLeft }) : null;
  return [pages, images].filter(Boolean).join(', ') || null;
}

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
  const images = state.imagesLeft > 0 ? t('siteImagesLeft', { count: state.imagesLeft }) : null;
  switch (state.state) {
    case 'publishing': {
      const detail = progressText(state, t);
      const long = t('sitePublishingText');
      return { tone: 'publishing', short: t('sitePublishing'), detail, long };
    }
    case 'waiting':
      return {
        tone: 'waiting',
        short: t('siteWaiting'),
        detail: images,
        long: t('siteWaitingText'),
      };
    case 'failed': {
      const reason = state.error ? serverText(state.error) : t('unknownReason');
      const long = t('siteFailedText', { reason });
      return { tone: 'failed', short: t('siteFailed'), detail: reason, long };
    }
    case 'live':
      if (!state.publishedAt) {
        const long = t('siteNeverPublishedText');
        return { tone: 'waiting', short: t('siteNeverPublished'), detail: images, long };
      }
      return {
        tone: 'live',
        short: t('siteLive'),
        detail: images ?? time(state.publishedAt),
        long: t('siteLiveText', { time: time(state.publishedAt) }),
      };
  }
}
