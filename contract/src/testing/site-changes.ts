/** A site, and for each of its facts a change with the kinds of pages that it touches. */
import { emptyProfile, type SiteProfile } from '../settings.ts';
import type { PageKind, SiteFacts } from '../site-facts.ts';

const [instagram, facebook, linkedin] = emptyProfile.social;

export const knownSite: SiteFacts = {
  origin: 'https://veldlicht.example',
  profile: {
    ...emptyProfile,
    photographer: 'Joris',
    siteTitle: 'Joris in het veld',
    copyrightHolder: 'Joris van der Meer',
    aboutLong: 'Ooit begonnen met een *kijker*.',
    businessLabel: 'Bureau',
    businessUrl: 'https://bureau.example',
    social: [{ ...instagram, url: 'https://instagram.example/joris' }, facebook, linkedin],
  },
  googleAnalyticsId: null,
};

const html: PageKind[] = [
  ...(['home', 'library', 'item', 'category', 'archive', 'species', 'species-list'] as const),
  ...(['map', 'map-area', 'not-found', 'message-sent', 'licence', 'about'] as const),
  ...(['note', 'note-list', 'series', 'series-list'] as const),
];

export interface SiteChange {
  facts: Partial<SiteFacts>;
  kinds: PageKind[];
}

interface ProfileChange {
  profile: Partial<SiteProfile>;
  kinds: PageKind[];
}

export const siteChanges: SiteChange[] = [
  {
    facts: { origin: 'https://elders.example' },
    kinds: [...html, 'robots', 'tdm', 'sitemap', 'sitemap-part', 'feed'],
  },
  { facts: { googleAnalyticsId: 'G-ABCD1234' }, kinds: html },
  { facts: { hasNotes: true }, kinds: html },
  { facts: { hasSeries: true }, kinds: html },
  { facts: { hasSpecies: true }, kinds: html },
  { facts: { hasMap: true }, kinds: html },
  { facts: { preview: '/admin/preview' }, kinds: html },
];

export const profileChanges: ProfileChange[] = [
  { profile: { photographer: 'Mira' }, kinds: [...html, 'app-manifest', 'sitemap-part', 'feed'] },
  { profile: { siteTitle: 'Veld' }, kinds: [...html, 'app-manifest', 'feed'] },
  { profile: { heroTitle: 'Stil' }, kinds: ['home'] },
  { profile: { heroSubtitle: 'Vroeg op' }, kinds: ['home', 'app-manifest', 'feed'] },
  { profile: { about: 'Ik loop graag.' }, kinds: ['home', 'about'] },
  { profile: { aboutLong: 'Nog steeds.' }, kinds: ['about'] },
  { profile: { aboutLong: '' }, kinds: ['home', 'about', 'sitemap-part'] },
  { profile: { portrait: 'm1' }, kinds: ['about'] },
  { profile: { homeWork: 'featured' }, kinds: ['home'] },
  { profile: { homeWork: 'series', homeSeries: ['s1'] }, kinds: ['home'] },
  { profile: { homeItems: ['m1'] }, kinds: ['home'] },
  { profile: { contactEmail: 'joris@veld.example' }, kinds: ['home', 'licence'] },
  { profile: { businessLabel: 'Ecologie' }, kinds: html },
  { profile: { businessUrl: 'https://ecologie.example' }, kinds: html },
  {
    profile: { social: [{ ...instagram, url: 'https://m.example' }, facebook, linkedin] },
    kinds: html,
  },
  { profile: { copyrightHolder: 'Studio Joris' }, kinds: [...html, 'feed'] },
  { profile: { licence: 'Vraag het even.' }, kinds: ['licence'] },
  { profile: { notForTraining: false }, kinds: [...html, 'robots', 'tdm'] },
];
