/** Pages and files made from the settings. */
import { siteOf } from '@veldlicht/contract/site-facts';
import type { ItemLink } from '@veldlicht/contract/snapshot';
import { jsonOf, type RouteKind } from './route-kind.ts';

/** A page made from the settings alone; it exists while `condition`, SQL over the table `site`, is true. */
const plain = (
  kind: 'licence' | 'robots' | 'tdm' | 'app-manifest' | 'message-sent',
  path: string,
  { isListed = false, condition = 'true' } = {},
): RouteKind => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.')}$`),
  kind,
  address: path,
  all: `SELECT '${path}' AS path FROM site WHERE ${condition}`,
  isListed,
  show: ({ db, site }) => {
    const isThere = db.prepare(`SELECT 1 FROM site WHERE ${condition}`).get() !== undefined;
    return isThere ? { page: { kind, path, site: siteOf(site, kind) } as never } : null;
  },
});

const ABOUT = '/over';

/** The page about the photographer; exists when it has a text. */
const about: RouteKind = {
  pattern: /^\/over$/,
  kind: 'about',
  address: ABOUT,
  all: `SELECT '${ABOUT}' AS path FROM site WHERE facts ->> '$.profile.aboutLong' <> ''`,
  // A removed portrait is no longer in the settings.
  touched: `SELECT '${ABOUT}', is_less FROM site JOIN items ON items.id = facts ->> '$.profile.portrait'
    JOIN changed_items USING (seq) WHERE is_seen
    UNION ALL SELECT '${ABOUT}', 1 FROM changed_items
    WHERE is_less AND seq NOT IN (SELECT seq FROM items) AND '${ABOUT}' IN (SELECT path FROM pages)`,
  isListed: true,
  show: (content, path) => {
    const { aboutLong, portrait } = content.site.profile;
    if (aboutLong === '') return null;
    const [link] = jsonOf<ItemLink>(content, 'SELECT link FROM items WHERE id = ?', portrait);
    const site = siteOf(content.site, 'about');
    return { page: { kind: 'about', path, site, portrait: link ?? null } };
  },
};

export const plainRoutes: RouteKind[] = [
  plain('licence', '/licentie', { isListed: true }),
  about,
  plain('message-sent', '/bericht-verzonden'),
  plain('robots', '/robots.txt'),
  plain('tdm', '/.well-known/tdmrep.json', {
    condition: "facts ->> '$.profile.notForTraining' = 1",
  }),
  plain('app-manifest', '/manifest.webmanifest'),
];
