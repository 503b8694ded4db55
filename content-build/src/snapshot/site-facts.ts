import { emptyProfile, type SiteProfile } from '@veldlicht/contract/settings';
import type { SiteFacts } from '@veldlicht/contract/snapshot';

/** Dutch texts where the owner left a field empty (product decisions §2). */
const defaults = {
  photographer: 'Veldlicht',
  siteTitle: 'Veldlicht · natuurfotografie',
  heroTitle: 'Licht over het veld',
  heroSubtitle: 'Natuurfotografie uit het Nederlandse landschap: stil, geduldig en dichtbij.',
  about:
    'Vroeg op, lang stilzitten en wachten tot het licht klopt. De foto’s op deze site zijn gemaakt met respect voor dier en plek: zonder verstoring, en zonder kwetsbare plaatsen prijs te geven.',
  businessLabel: 'Inspectiebureau',
} satisfies Partial<SiteProfile>;

/** Fills in what the owner left empty. */
export function toSiteFacts(
  stored: Partial<SiteProfile>,
  googleAnalyticsId: string | null,
  origin: string,
): SiteFacts {
  const profile = { ...emptyProfile, ...stored };
  for (const [field, text] of Object.entries(defaults)) {
    const name = field as keyof typeof defaults; // keys of the object just above
    if (profile[name] === '') profile[name] = text;
  }
  if (profile.copyrightHolder === '') profile.copyrightHolder = profile.photographer;
  return { origin, profile, googleAnalyticsId };
}
