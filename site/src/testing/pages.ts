/** A page of each kind, for a site with one photo and one video. */

import { areaName } from '@veldlicht/contract/grid-area';
import { INDEX_PATH } from '@veldlicht/contract/index-paths';
import { type SiteFacts, siteOf } from '@veldlicht/contract/site-facts';
import { type PageData, pageData } from '@veldlicht/contract/snapshot';
import { photo, video } from './items.ts';

const species = { scientificName: 'Limosa limosa', dutchName: 'Grutto' };
const listedSpecies = {
  ...species,
  group: 'birds',
  path: '/soort/limosa-limosa',
  count: 1,
} as const;
const area = { name: areaName({ east: 170, north: 455, side: 5 }), words: 'omgeving Nijkerk' };
const category = { name: 'fauna', label: 'Fauna', count: 2 };
const note = { path: '/veldnotities/vorst-0001', title: 'Vorst', date: '2026-01-09' };
const series = { path: '/reeks/ven-0002', title: 'Het ven', date: '2026-02-01' };
const publishedAt = '2026-02-01T10:00:00.000Z';
const noNeighbours = { previous: null, next: null };

/** Pages contain no more of an item than they show. */
export function pagesOf(facts: SiteFacts): PageData[] {
  const pages: PageData[] = [
    {
      kind: 'home',
      path: '/',
      site: siteOf(facts, 'home'),
      hero: photo,
      categories: [{ ...category, cover: photo, path: '/categorie/fauna' }],
      hasMoreCategories: false,
      opening: [photo],
      work: 'newest',
      recent: [photo],
      series: [],
      counts: { series: 1, notes: 1, species: 1, areas: 1 },
    },
    {
      kind: 'library',
      path: '/mediabibliotheek',
      site: siteOf(facts, 'library'),
      categories: [],
      tags: [],
      years: [2026],
      hasVideos: true,
      total: 1,
      first: [photo],
      chunks: [1],
      index: INDEX_PATH,
      storiesPath: null,
      archivePath: '/mediabibliotheek/archief/1',
    },
    {
      kind: 'item',
      path: photo.path,
      site: siteOf(facts, 'item'),
      item: photo,
      ...noNeighbours,
      stories: [{ ...series, picture: photo }],
      species: [{ ...species, items: [photo] }],
      area: [photo],
    },
    {
      kind: 'category',
      path: '/categorie/fauna',
      site: siteOf(facts, 'category'),
      category,
      description: null,
      items: [photo],
      archivePath: null,
    },
    {
      kind: 'archive',
      path: '/mediabibliotheek/archief/1',
      site: siteOf(facts, 'archive'),
      number: 1,
      previousPath: null,
      nextPath: null,
      items: [photo],
    },
    {
      kind: 'species',
      path: listedSpecies.path,
      site: siteOf(facts, 'species'),
      species: listedSpecies,
      best: photo,
      words: 'Vroeg op.',
      items: [photo],
      months: Array.from({ length: 12 }, () => 1),
      places: [{ words: area.words, count: 1 }],
      areas: [{ ...area, count: 1 }],
    },
    {
      kind: 'species-list',
      path: '/soorten',
      site: siteOf(facts, 'species-list'),
      groups: [{ group: 'birds', species: [{ ...listedSpecies, picture: photo }] }],
    },
    {
      kind: 'map',
      path: '/kaart',
      site: siteOf(facts, 'map'),
      areas: [
        { ...area, thumb: '/media/abc/480-3.avif', groups: [{ month: 5, species: [0], count: 1 }] },
      ],
      species: [species],
    },
    {
      kind: 'map-area',
      path: '/kaart/170/455',
      site: siteOf(facts, 'map-area'),
      area,
      count: 1,
      items: [photo],
    },
    { kind: 'not-found', path: '/404', site: siteOf(facts, 'not-found'), landscape: photo },
    { kind: 'message-sent', path: '/bericht-verzonden', site: siteOf(facts, 'message-sent') },
    { kind: 'licence', path: '/licentie', site: siteOf(facts, 'licence') },
    { kind: 'about', path: '/over', site: siteOf(facts, 'about'), portrait: photo },
    {
      kind: 'note',
      path: note.path,
      site: siteOf(facts, 'note'),
      story: { ...note, publishedAt, cover: photo, blocks: [], species: [species] },
      ...noNeighbours,
    },
    {
      kind: 'note-list',
      path: '/veldnotities',
      site: siteOf(facts, 'note-list'),
      notes: [{ ...note, words: '', count: 0, picture: photo }],
    },
    {
      kind: 'series',
      path: series.path,
      site: siteOf(facts, 'series'),
      story: { ...series, publishedAt, cover: photo, blocks: [], species: [] },
      ...noNeighbours,
    },
    {
      kind: 'series-list',
      path: '/reeksen',
      site: siteOf(facts, 'series-list'),
      series: [{ ...series, words: '', count: 0, picture: photo }],
    },
    { kind: 'robots', path: '/robots.txt', site: siteOf(facts, 'robots') },
    { kind: 'tdm', path: '/.well-known/tdmrep.json', site: siteOf(facts, 'tdm') },
    { kind: 'app-manifest', path: '/manifest.webmanifest', site: siteOf(facts, 'app-manifest') },
    {
      kind: 'sitemap',
      path: '/sitemap.xml',
      site: siteOf(facts, 'sitemap'),
      parts: ['/sitemap-1.xml'],
    },
    {
      kind: 'sitemap-part',
      path: '/sitemap-1.xml',
      site: siteOf(facts, 'sitemap-part'),
      pages: [],
      items: [{ path: video.path, sources: video.sources, video }],
    },
    {
      kind: 'feed',
      path: '/rss.xml',
      site: siteOf(facts, 'feed'),
      items: [photo],
      notes: [],
      series: [],
    },
  ];
  return pages.map((page) => pageData.parse(page));
}
