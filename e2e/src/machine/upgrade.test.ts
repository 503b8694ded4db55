/** The product starts on a data folder of the oldest supported version, with its site, accounts and messages. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ContactSubmission } from '@veldlicht/contract/contact';
import type { WaitingText } from '@veldlicht/contract/leaks';
import type { MediaItem } from '@veldlicht/contract/media';
import type { Settings } from '@veldlicht/contract/settings';
import {
  fillSupportedFolder,
  supportedAccounts,
} from '@veldlicht/database/testing/supported-folder';
import { signIn } from '@veldlicht/scripts/api-client';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningProduct, startProduct, waitFor } from '../support/product.ts';
import { publishedFiles } from '../support/published-bytes.ts';

let product: RunningProduct;
beforeAll(async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'veldlicht-upgrade-'));
  fillSupportedFolder(dataDir);
  product = await startProduct({ dataDir });
  await waitFor('the site', async () => (await fetch(`${product.origin}/api/health`)).ok);
});
afterAll(async () => {
  await product.stop();
  product.remove();
});

it('serves every public address, and nothing that is not public', async () => {
  const statusOf = async (address: string) => (await fetch(product.origin + address)).status;
  const addresses = {
    '/': 200,
    '/foto/ree-in-de-mist-8022': 200,
    '/foto/oehoe-9013': 200,
    '/foto/otter-5503': 200,
    '/foto/met-toegestane-positie-4961': 200,
    '/video/beekje-5428': 200,
    '/reeks/langs-de-beek-0975': 200,
    '/categorie/vogels': 200,
    // The former address of an item whose title changed.
    '/foto/andere-naam-8809': 200,
    '/foto/was-openbaar-8404': 410,
    // A draft, a scheduled item, one with a position in its text, and one in the trash.
    '/foto/concept-9709': 404,
    '/foto/gepland-5582': 404,
    '/foto/met-positie-8791': 404,
    '/foto/in-de-prullenbak-4309': 404,
  };
  const found = Object.keys(addresses).map(async (one) => [one, await statusOf(one)]);
  expect(Object.fromEntries(await Promise.all(found))).toEqual(addresses);
});

it('publishes no guarded place in any file, except the one that the owner allowed', () => {
  const files = [...publishedFiles(product.dataDir).values()];
  const isIn = (word: string) => files.some((bytes) => bytes.includes(word));
  // A hidden place, the name of a region, what the current rules also hide, a withheld text.
  for (const kept of ['52.2, 6.1', 'Weerribben', '52.131234'])
    expect([kept, isIn(kept)]).toEqual([kept, false]);
  expect(isIn('52.141234, 5.870456')).toBe(true);
});

it('signs the owner in with password and code, and shows her items, messages and settings', async () => {
  const { username, password, totpSecret } = supportedAccounts;
  const code = generateSync({ secret: totpSecret });
  const owner = await signIn(product.origin, username, password, code);
  const items = await owner.call<MediaItem[]>('GET', '/api/admin/media');
  expect(items.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Concept', 'Gepland', 'Met positie', 'Oehoe', 'Ree in de mist']),
  );
  // A note shows photos taken with a guarded one: under the current rules its text waits for an answer.
  const waiting = await owner.call<WaitingText[]>('GET', '/api/admin/leaks/waiting');
  expect(waiting.map(({ title }) => title)).toContain('Een ochtend');
  const messages = await owner.call<ContactSubmission[]>('GET', '/api/admin/contacts');
  expect(messages.map(({ name }) => name)).toEqual(expect.arrayContaining(['Joost', 'Mira']));
  const { profile } = await owner.call<Settings>('GET', '/api/settings');
  expect(profile.photographer).toBe('Iris Veldman');
});
