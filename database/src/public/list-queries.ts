/**
 * Lists of the public API (spec §7) as SQL over the public database: each row is the JSON of one entry. They read
 * nothing else, so they show no more than pages do.
 */
import { type PublicTextField, publicTextFields } from '@veldlicht/contract/item-fields';
import { objectPath } from '@veldlicht/contract/ladder';
import { RECENT_ITEMS } from '@veldlicht/contract/limits';
import type { StoryKind } from '@veldlicht/contract/story';

/** SQL for the address of a file in the folder of an item. */
const fileOf = (type: 'photo' | 'video') => objectPath("' || hash || '", type);

/** Items use the title for a missing alt text; lists have null. */
const textOf = (name: PublicTextField) =>
  name === 'alt' ? "nullif(item ->> 'alt', item ->> 'title')" : `item ->> '${name}'`;
const TEXTS = publicTextFields.map((name) => `'${name}', ${textOf(name)}`).join(', ');

/** A PublicMediaItem (contract, media). */
const MEDIA = `json_object(
  'id', id, 'slug', item ->> 'slug', 'type', type,
  'imageUrl', CASE type WHEN 'video' THEN '${fileOf('video')}' ELSE '${fileOf('photo')}' END,
  'poster', CASE type WHEN 'video' THEN (
    SELECT value ->> 'url' FROM json_each(item, '$.sources') WHERE value ->> 'format' = 'jpg'
    ORDER BY value ->> 'width' = 960 DESC LIMIT 1) END,
  ${TEXTS},
  'location', item ->> 'place', 'date', item ->> 'date',
  'category', category, 'tags', item -> 'tags', 'species', item -> 'species',
  'featured', json(iif(featured, 'true', 'false')), 'createdAt', item ->> 'createdAt',
  'width', item ->> 'width', 'height', item ->> 'height', 'duration', item ->> 'duration',
  'placeholder', item ->> 'placeholder', 'color', item ->> 'color',
  'focus', item -> 'focus', 'camera', item -> 'camera', 'sources', item -> 'sources')`;

const CATEGORY = (table: string, type: string) => `SELECT json_object('id', id, 'name', name,
  'type', '${type}', 'description', description, 'sortOrder', position + 1)
  FROM (SELECT * FROM ${table} ORDER BY position)`;

/** A portion of the long list, newest first, below the place `@before`. */
export const MEDIA_PORTION = `
  SELECT place, ${MEDIA} FROM items WHERE place < @before ORDER BY place DESC LIMIT @limit`;

/** PublicStoryLinks (contract, story) of a kind. */
const storyLinks = (kind: StoryKind) => `
  SELECT json_object('id', id, 'slug', story ->> 'slug', 'title', story ->> 'title',
    'date', story ->> 'date',
    'cover', json((SELECT ${MEDIA} FROM items WHERE seq = story ->> 'cover')))
  FROM stories WHERE kind = '${kind}' ORDER BY place DESC`;

/** Short lists by file name. */
export const shortLists = {
  recent: `SELECT ${MEDIA} FROM items ORDER BY place DESC LIMIT ${RECENT_ITEMS}`,
  featured: `SELECT ${MEDIA} FROM items WHERE featured ORDER BY place DESC`,
  notes: storyLinks('note'),
  series: storyLinks('series'),
  categories: `${CATEGORY('categories', 'category')} UNION ALL ${CATEGORY('tags', 'tag')}`,
} as const;
