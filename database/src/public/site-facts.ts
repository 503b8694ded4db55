import {
  emptyProfile,
  type SiteProfile,
  siteDefaults,
  siteTitleOf,
} from '@veldlicht/contract/settings';
import type { SiteFacts } from '@veldlicht/contract/snapshot';

/** Fills in what the owner left empty. */
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
  return { origin, profile, googleAnalyticsId };
}
