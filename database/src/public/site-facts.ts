import {
  emptyProfile,
  type SiteProfile,
  siteDefaults,
  siteTitleOf,
} from '@veldlicht/contract/settings';
import type { SiteFacts } from '@veldlicht/contract/site-facts';

type Link = SiteProfile['social'][number];

/** Clears the label of a hidden link, so that editing it changes no page. */
const shownLink = (link: Link): Link => (link.url ? link : { label: '', url: '' });

/** Fills in defaults for empty fields. */
export function toSiteFacts(
  stored: Partial<SiteProfile>,
  googleAnalyticsId: string | null,
  origin: string,
): SiteFacts {
  const profile = { ...emptyProfile, ...stored };
  profile.siteTitle = siteTitleOf(profile);
  for (const [field, text] of Object.entries(siteDefaults)) {
    const name = field as keyof typeof siteDefaults; // its own keys
    if (profile[name] === '') profile[name] = text;
  }
  if (profile.copyrightHolder === '') profile.copyrightHolder = profile.photographer;
  if (profile.businessUrl === '') profile.businessLabel = '';
  const [first, second, third] = profile.social;
  profile.social = [shownLink(first), shownLink(second), shownLink(third)];
  return { origin, profile, googleAnalyticsId };
}
