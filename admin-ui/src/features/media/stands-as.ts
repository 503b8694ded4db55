/** What an item is on the site besides one of the library. */
import { useQuery } from '@tanstack/react-query';
import type { MediaItem } from '@veldlicht/contract/media';
import type { SiteProfile } from '@veldlicht/contract/settings';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { categoryText } from '#lib/field-words.ts';
import { settingsQuery } from '#lib/queries.ts';
import { panelLocale } from '#lib/time-text.ts';

type Chosen = Pick<MediaItem, 'id' | 'hero' | 'cover' | 'category'>;

/** Names the places of items on the home page, the page about the photographer and the covers. */
export function standsAs(
  items: readonly Chosen[],
  profile: Pick<SiteProfile, 'homeItems' | 'portrait'> | undefined,
  t: TFunction,
): string {
  const ids = new Set(items.map(({ id }) => id));
  const places = [
    ...(items.some(({ hero }) => hero) ? [t('asHero')] : []),
    ...(profile?.homeItems.some((id) => ids.has(id)) ? [t('asOpening')] : []),
    ...(ids.has(profile?.portrait ?? '') ? [t('asPortrait')] : []),
    ...items
      .filter(({ cover }) => cover)
      .map(({ category }) => t('asCategoryCover', { category: categoryText(category) })),
  ];
  return new Intl.ListFormat(panelLocale()).format(places);
}

/** The same with the settings of the site; empty if the items are nothing else. */
export function useStandsAs(items: readonly Chosen[]): string {
  const { t } = useTranslation();
  const settings = useQuery({ ...settingsQuery, enabled: items.length > 0 });
  return standsAs(items, settings.data?.profile, t);
}
