/** Text stays text on every page of the site (threats T15, T23). */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanText } from '@veldlicht/contract/file-facts';
import { searchChunkPath } from '@veldlicht/contract/index-paths';
import type { PublicMediaItem } from '@veldlicht/contract/media';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { describePictures } from '@veldlicht/scripts/pictures/picture-set';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { bulkRows } from '../support/bulk-rows.ts';
import { choose, type Journey } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

/** Its tests, in a library without items. */
export function describeHostileTexts(journey: Journey): void {
  /** At most 60 characters each, since a longer title gets an attribute for smaller type. */
  const all = [
    '<script>alert(1)</script>',
    '</title><script>alert(1)</script>',
    '"><svg onload=alert(1)>',
    "' onfocus='alert(1)' autofocus='",
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    "$&$1$`$'<head>",
    '\u202eneddirrevo\u202c \u200f',
    'lijn\u2028deel\u2029einde',
    '</ScRiPt ><script>alert(1)</script>',
    '</script\n><img src=x onerror=alert(1)>',
    '<!--<script>alert(1)//-->',
    ']]><svg onload=alert(1)>',
    "'><svg/onload='alert(1)'>",
    '" onmouseover="alert(1)" x="',
    '` onerror=alert(1) `',
    '<svg><animate onbegin=alert(1) attributeName=x>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<base href="https://evil.example/">',
    '<meta http-equiv=refresh content="0;url=//evil.example">',
    '<link rel=stylesheet href=//evil.example/x.css>',
    '<style>*{display:none}</style>',
    '<form action=//evil.example><button>x',
    '<a href="javascript:alert(1)">x</a>',
    'data:text/html,<script>alert(1)</script>',
    '&#60;script&#62;alert(1)',
    '{{constructor.constructor("alert(1)")()}}',
    '\u0024{alert(1)}',
    '\\u003cscript\\u003ealert(1)',
    '\\"-alert(1)}//',
  ];
  /** One of each kind, which are the first; in the nightly run all of them. */
  const payloads = all.slice(0, roundsOf('texts', 10));

  /** Camera metadata of the shared picture. */
  const camera = {
    make: 'x',
    model: '"><img src=x onerror=alert(1)>',
    lens: '</dd><script>alert(1)',
  };

  let page: Page;
  const alarms: string[] = [];

  interface Item {
    title: string;
    description: string | null;
    path: string;
  }
  let items: Item[];
  /** Structure of every page, by address. */
  const shapes = new Map<string, Shape>();

  beforeAll(async () => {
    const { client } = journey;
    page = await journey.newPage();
    page.on('dialog', (dialog) => {
      alarms.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const url = request.url();
      if (/^https?:/.test(url) && !url.startsWith(journey.origin)) alarms.push(`asked for ${url}`);
    });

    const text = '"><script>alert(1)</script>';
    const link = 'https://example.nl/"onmouseover="alert(1)"><script>alert(1)</script>';
    await client.call('PATCH', '/api/settings', {
      profile: {
        photographer: `P${text}`,
        siteTitle: `S${text}`,
        heroTitle: `H${text}`,
        heroSubtitle: text,
        about: `${text}\n\n</p>${text}`,
        licence: text,
        businessLabel: text,
        businessUrl: link,
        copyrightHolder: text,
        social: [1, 2, 3].map(() => ({ label: text, url: link })),
      },
    });
    const [facts] = describePictures(1);
    if (!facts) throw new Error('no picture');
    const exif = {
      ...facts,
      camera: { ...facts.camera, ...camera },
      description: payloads[0] ?? '',
    };
    const picture = await makePicture(exif, { width: 480 });
    const { objectPath } = await client.upload(new Uint8Array(picture), 'image/jpeg');
    const category = 'x"><svg/onload=alert(1)>';
    await client.call('POST', '/api/admin/categories', { name: category, type: 'category' });
    const plain = { category: 'landscape', tags: ['gewoon'], description: 'Gewoon', alt: 'Gewoon' };
    const add = (title: string, hostile: boolean) =>
      client.addMedia({
        title,
        imageUrl: objectPath,
        location: hostile ? title : 'Gewoon',
        // A location that is not only words is public as typed only when set to exact.
        locationPrivacy: 'exact',
        ...(hostile
          ? {
              category,
              tags: [title.replaceAll(/[,\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')],
              description: title,
              alt: title,
            }
          : plain),
      });
    await client.addTag('gewoon');
    for (const payload of payloads)
      await client.addTag(payload.replaceAll(/[,\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trim());
    await add('Eerste', false);
    await add('Gewoon', false);
    for (const payload of payloads) await add(payload, true);
    await add('Laatste', false);
    items = await waitFor('every item to be live', async () => {
      const listed = await client.call<
        { title: string; slug: string; description: string | null }[]
      >('GET', '/api/media');
      const found = listed.map(({ title, slug, description }) => {
        return { title, description, path: `/foto/${slug}` };
      });
      const { status } = await fetch(journey.origin + (found[0]?.path ?? ''));
      return found.length === payloads.length + 3 && status === 200 && found;
    });
    for (const address of [...otherPages, ...items.map((item) => item.path)])
      shapes.set(address, await shapeOf(address));
  });

  interface Shape {
    /** Element names with their attributes' names, in order. */
    elements: string[];
    /** Anything executable: handlers, schemes, scripts and styles not in the policy. */
    dangers: string[];
    inline: string[];
    policy: string;
    title: string;
    shared: string;
    heading: string;
    told: string;
  }

  /** Parses a page like a browser, without running it. A string, as tests have no types of browsers. */
  const readShape = `(html) => {
        const page = new DOMParser().parseFromString(html, 'text/html');
        const all = [...page.querySelectorAll('*')];
        const dangers = all.flatMap((element) => [...element.attributes]
          .filter(({ name, value }) => /^on/i.test(name) || name === 'srcdoc'
            || /^(?:href|src|action|formaction|poster)$/i.test(name)
              && /^\\s*(?:javascript|vbscript|data):/i.test(value))
          .map(({ name, value }) => element.localName + ' ' + name + '=' + value));
        for (const element of page.querySelectorAll('base, iframe, object, embed, meta[http-equiv=refresh]'))
          dangers.push(element.outerHTML);
        const isOurs = (address) => /^\\/_astro\\//.test(address ?? '');
        for (const script of page.querySelectorAll('script[src]'))
          if (!isOurs(script.getAttribute('src'))) dangers.push(script.outerHTML);
        for (const style of page.querySelectorAll('link[rel=stylesheet]'))
          if (!isOurs(style.getAttribute('href'))) dangers.push(style.outerHTML);
        const inline = [...page.querySelectorAll('script:not([src]):not([type="application/ld+json"]), style')];
        const meta = (selector) => page.querySelector(selector)?.getAttribute('content') ?? '';
        return {
          elements: all.map(({ localName, attributes }) =>
            localName + '[' + [...attributes].map(({ name }) => name).sort() + ']'),
          dangers,
          inline: inline.map(({ textContent }) => textContent),
          policy: meta('meta[http-equiv=content-security-policy]'),
          title: page.title,
          shared: meta('meta[property="og:title"]'),
          heading: page.querySelector('h1')?.textContent ?? '',
          told: page.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}',
        };
      }`;

  const shapeOf = async (address: string) =>
    page.evaluate<Shape>(`(${readShape})(${JSON.stringify(await journey.html(address))})`);

  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const otherPages = [
    '/',
    '/mediabibliotheek',
    '/mediabibliotheek/archief/1',
    '/bestaat-niet',
    '/bericht-verzonden',
    '/licentie',
  ];

  it('renders an item’s page with the same elements for any texts', () => {
    const plain = items.find(({ title }) => title === 'Gewoon');
    const expected = shapes.get(plain?.path ?? '')?.elements ?? [];
    expect(expected.length).toBeGreaterThan(40);
    // Items at the ends of the list have one neighbour.
    for (const { title, path: address } of items)
      if (!['Eerste', 'Laatste'].includes(title))
        expect([title, shapes.get(address)?.elements]).toEqual([title, expected]);
  });

  it('shows and announces every text exactly as written', () => {
    const flat = (text = '') => text.replaceAll(/\s+/g, ' ').trim();
    for (const { title, description, path: address } of items) {
      const { heading, shared, title: whole, told = '{}' } = shapes.get(address) ?? {};
      expect([heading, shared, whole].map(flat)).toEqual([
        flat(title),
        flat(whole),
        flat(`${title} – S"><script>alert(1)</script>`),
      ]);
      const photo = expect.objectContaining({ '@type': 'ImageObject', name: title, description });
      expect(JSON.parse(told)['@graph']).toContainEqual(photo);
    }
  });

  it('has no script, style, handler or address outside the policy on any page', () => {
    for (const [address, { dangers, inline, policy }] of shapes) {
      expect([address, dangers]).toEqual([address, []]);
      // Style attributes are the only exception (architecture, style policy).
      const open = policy.split(';').filter((part) => /'unsafe-/.test(part));
      expect(open.map((part) => part.trim())).toEqual(["style-src-attr 'unsafe-inline'"]);
      const unknown = inline.filter((text) => !policy.includes(hashOf(text)));
      expect([address, unknown]).toEqual([address, []]);
    }
  });

  it('passes the texts to the library unchanged', () => {
    const file = path.join(journey.product.dataDir, 'public', searchChunkPath(1));
    const titles = new Set(JSON.parse(readFileSync(file, 'utf8')).title);
    expect(items.map(({ title }) => title).filter((title) => !titles.has(title))).toEqual([]);
  });

  it('runs none of it in a browser', async () => {
    for (const address of [...otherPages, ...items.slice(4, 7).map((item) => item.path)]) {
      await page.goto(journey.origin + address, { waitUntil: 'load' });
      await page.mouse.move(600, 500);
      await page.keyboard.press('Tab');
    }
    expect(alarms).toEqual([]);
  });

  it('accepts the same texts from the metadata of files, as text', async () => {
    // Uploaded from memory, since names beyond ASCII are lost on disk without a locale.
    const told = payloads.length < all.length ? payloads.slice(0, 3) : payloads;
    keepFigures('texts', { files: told.length });
    const files = await Promise.all(
      told.map(async (description, n) => {
        // Words separated by dots would count as a position.
        const name = `${n}-${description.replaceAll(/[/\\.\p{Cc}]/gu, '')}.jpg`;
        const buffer = await plainPicture(n, { width: 96, height: 64, description });
        return { name, buffer, description };
      }),
    );
    await journey.enter(page);
    await page.goto(`${journey.origin}/admin/media`);
    await page.getByRole('button', { name: 'Bulk Upload' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
    await dialog
      .locator('input[type=file]')
      .setInputFiles(files.map(({ name, buffer }) => ({ name, mimeType: 'image/jpeg', buffer })));
    const rows = bulkRows(() => page);
    await expect.poll(() => rows.count()).toBe(files.length);
    const [first] = payloads;
    const details = await rows.open(files[0]?.name ?? '');
    const filled = details.getByLabel('Description');
    await expect.poll(() => filled.inputValue()).toBe(first);
    await choose(page, rows.cell(0, 'category'), 'Fauna');
    await dialog.getByRole('button', { name: 'Upload All' }).click();
    await page.getByRole('button', { name: 'Fill Empty Fields from First Image' }).click();
    await page
      .getByText(`Successfully created ${files.length} media item(s)`)
      .waitFor({ timeout: 180_000 });
    const made = await waitFor('all of them to be live', async () => {
      const answer = await fetch(`${journey.origin}/api/media`);
      // Cast: the API answers by its contract, which its own tests check.
      const listed = (await answer.json()) as PublicMediaItem[];
      const mine = listed.filter(({ category, width }) => category === 'fauna' && width === 96);
      if (mine.length < files.length) return null;
      const pages = mine.map(({ slug }) => fetch(`${journey.origin}/foto/${slug}`));
      const areLive = (await Promise.all(pages)).every(({ status }) => status === 200);
      return areLive && mine;
    });
    const said = new Map(made.map(({ title, description }) => [`${title}.jpg`, description]));
    expect(said).toEqual(
      new Map(
        // A title has one line.
        files.map(({ name, description }) => [name.replaceAll(/\s/g, ' '), cleanText(description)]),
      ),
    );
    for (const { slug, description } of made) {
      const { told, dangers } = await shapeOf(`/foto/${slug}`);
      expect([slug, dangers]).toEqual([slug, []]);
      const photo = expect.objectContaining({ '@type': 'ImageObject', description });
      expect(JSON.parse(told)['@graph']).toContainEqual(photo);
    }
    expect(alarms).toEqual([]);
  });
}
