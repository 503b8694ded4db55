import { feed } from '#files/feed.ts';
import { fileRoute } from '#lib/page-of-kind.ts';

export const GET = fileRoute('feed', 'application/rss+xml', feed);
