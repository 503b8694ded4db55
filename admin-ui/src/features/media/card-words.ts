import type { LocationPrivacy } from '@veldlicht/contract/location';
import type { TFunction } from 'i18next';

/** All that the cards say besides what their items say themselves. */
export interface CardWords {
  draft: string;
  withheld: string;
  processingFailed: string;
  featured: string;
  privacy: Record<LocationPrivacy, string>;
  selectItem: (title: string) => string;
  feature: (title: string) => string;
  unfeature: (title: string) => string;
  previewItem: (title: string) => string;
  editItem: (title: string) => string;
  deleteItem: (title: string) => string;
}

/** Stands for the title; no text of ours holds it. */
const TITLE = '\0';

/**
 * The words of all cards, looked up once: each card has a dozen, and at every key in the search all
 * cards in view say something else.
 */
export function cardWords(t: TFunction): CardWords {
  const named = (text: string) => {
    const parts = text.split(TITLE);
    return (title: string) => parts.join(title);
  };
  return {
    draft: t('draft'),
    withheld: t('withheld'),
    processingFailed: t('processingFailed'),
    featured: t('featured'),
    privacy: {
      exact: t('privacyExact'),
      approximate: t('privacyApproximate'),
      hidden: t('privacyHidden'),
    },
    selectItem: named(t('selectItem', { title: TITLE })),
    feature: named(t('feature', { title: TITLE })),
    unfeature: named(t('unfeature', { title: TITLE })),
    previewItem: named(t('previewItem', { title: TITLE })),
    editItem: named(t('editItem', { title: TITLE })),
    deleteItem: named(t('deleteItem', { title: TITLE })),
  };
}
