/** The series, and the list of their covers. */
import {
  blocksWith,
  type ListedSeries,
  type PublicSeries,
  type SeriesLink,
  shownInBlocks,
} from '@veldlicht/contract/series';
import { sha256 } from '@veldlicht/database/sha256';
import type { ContentSource } from '../snapshot/content-source.ts';
import { linkStamp, type Route, route } from './route.ts';
import { linksOf, SERIES_PATH, storiesOf, type ToldStory, toStoryLink } from './told-stories.ts';

export function toPublicSeries(source: ContentSource, series: ToldStory): PublicSeries {
  const links = linksOf(source, series.entries);
  const { introduction } = series;
  return {
    ...toStoryLink(series),
    publishedAt: new Date(series.publishedAt).toISOString(),
    introduction,
    cover: links.get(series.cover ?? -1) ?? null,
    blocks: blocksWith(series.blocks, (seq) => links.get(seq)),
  };
}

/** What leads to each of them; their pictures are read together. */
function toLinks(source: ContentSource, list: ToldStory[]): SeriesLink[] {
  const links = linksOf(
    source,
    list.flatMap(({ entries }) => entries[0] ?? []),
  );
  return list.map((one) => {
    const picture = links.get(one.entries[0]?.seq ?? -1) ?? null;
    return { ...toStoryLink(one), picture };
  });
}

const linkKey = (series: ToldStory | undefined) =>
  series ? [toStoryLink(series), linkStamp(series.entries[0])] : null;

const toldOf = ({ introduction, blocks }: ToldStory) => ({
  introduction,
  count: shownInBlocks(blocks).length,
});

/** Several series as a page shows them. */
export function toListed(source: ContentSource, list: ToldStory[]): ListedSeries[] {
  const links = toLinks(source, list);
  return list.flatMap((one, i) => (links[i] ? { ...links[i], ...toldOf(one) } : []));
}

/** Changes with all that `toListed` tells. */
export const listedKey = (list: ToldStory[]) =>
  sha256(JSON.stringify([list.map(linkKey), list.map(toldOf)]));

function listRoute(source: ContentSource, list: ToldStory[]): Route {
  return route(SERIES_PATH, listedKey(list), () => ({
    ...{ kind: 'series-list', path: SERIES_PATH, site: source.site },
    series: toListed(source, list),
  }));
}

/** None while there is no series. */
export function seriesRoutes(source: ContentSource): Route[] {
  const list = storiesOf(source, 'series');
  if (list.length === 0) return [];
  const pages = list.map((series, i) => {
    const [newer, older] = [list[i - 1], list[i + 1]];
    const link = (one: ToldStory | undefined) => (one ? (toLinks(source, [one])[0] ?? null) : null);
    return route(series.path, JSON.stringify([series.key, linkKey(newer), linkKey(older)]), () => ({
      ...{ kind: 'series', path: series.path, site: source.site },
      series: toPublicSeries(source, series),
      ...{ previous: link(newer), next: link(older) },
    }));
  });
  return [listRoute(source, list), ...pages];
}
