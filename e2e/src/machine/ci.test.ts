/** A full run of CI mode: a change, a signed call, the job in a clean clone, its target and its report. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PublishState } from '@veldlicht/contract/publishing';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, owner, type RunningProduct, startProduct, waitFor } from '../support/product.ts';
import { type CiReceiver, startCiReceiver } from './ci-receiver.ts';
import { type CleanClone, makeCleanClone } from './clean-clone.ts';

const secret = 'roerdomp-in-het-riet-0123456789-abcdef';
const token = 'korenwolf-in-de-klei-0123456789-abcdef';

let clone: CleanClone;
let product: RunningProduct;
let receiver: CiReceiver;
let client: ApiClient;
let target: string;
let hash: string;
let id: string;

beforeAll(async () => {
  const port = await freePort();
  clone = makeCleanClone();
  target = mkdtempSync(path.join(tmpdir(), 'veldlicht-ci-target-'));
  receiver = await startCiReceiver({
    secret,
    token,
    clone: clone.root,
    api: `http://localhost:${port}`,
    target: { DEPLOY_TARGET: target },
  });
  product = await startProduct({
    port,
    variables: {
      PUBLISH_MODE: 'ci',
      BUILD_TOKEN: token,
      CI_WEBHOOK: 'signed',
      CI_WEBHOOK_URL: receiver.url,
      CI_WEBHOOK_SECRET: secret,
    },
  });
  client = await signIn(product.origin, owner.username, owner.password);
});
afterAll(async () => {
  await product?.stop();
  await receiver?.close();
  product?.remove();
  clone?.remove();
  rmSync(target, { recursive: true, force: true });
});

const state = () => client.call<PublishState>('GET', '/api/publishing/state');
const page = (name: string) => {
  const file = path.join(target, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};
/** Waits until the newest snapshot sent to the service is live. */
const live = (what: string) =>
  waitFor(what, async () => {
    const now = await state();
    return now.state === 'live' && now.releaseId === receiver.taken.at(-1) && now;
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${receiver.output()}`);
  });

it('reports no error before the first build, and builds the empty site in a clean clone', async () => {
  expect((await fetch(`${product.origin}/api/health`)).status).toBe(200);
  expect(existsSync(path.join(clone.root, 'site/dist'))).toBe(false);
  await live('the first build');
  expect(page('index.html')).toContain('</html>');
  expect(page('404.html')).toContain('404');
});

it('deploys an edit with its pictures to the target, and shows it in the panel’s header', async () => {
  const bytes = new Uint8Array(await plainPicture(1, { width: 640, height: 420 }));
  const { objectPath } = await client.upload(bytes, 'image/jpeg');
  hash = objectPath.split('/')[2] ?? '';
  const item = await client.addMedia({ title: 'Wulp', category: 'fauna', imageUrl: objectPath });
  id = item.id;
  await waitFor('the page in the target', () => page('index.html').includes('Wulp'));
  const now = await live('the report');
  expect(now).toMatchObject({ error: null });
  expect(page(`foto/${item.slug}.html`)).toContain(hash);
  // 960.jpg is the panel's file: pages use its versioned name.
  const own = readdirSync(path.join(product.dataDir, 'renditions', hash));
  const shown = own.filter((name) => name !== '960.jpg').sort();
  expect(readdirSync(path.join(target, 'media', hash)).sort()).toEqual(shown);
  expect(shown).toHaveLength(own.length - 1);
  expect(existsSync(path.join(product.dataDir, 'public/index.html'))).toBe(false);
  // One origin: the edge fetches missing files from the API.
  expect((await fetch(product.origin + objectPath)).status).toBe(200);
});

it('keeps the site and reports the reason when the target is not writable, and a retry deploys it', async () => {
  const before = page('index.html');
  const good = receiver.target;
  // A file in place of the folder makes it unwritable.
  const blocked = path.join(clone.root, 'blocked');
  writeFileSync(blocked, '');
  receiver.target = { DEPLOY_TARGET: blocked };
  await client.call('PATCH', `/api/admin/media/${id}`, { title: 'Grutto' });
  const failed = await waitFor('the failure', async () => {
    const now = await state();
    return now.state === 'failed' && now;
  });
  expect(failed.error).toMatch(/^The build failed: The target refused or did not answer: /);
  expect(failed.error).not.toContain(clone.root);
  expect(page('index.html')).toBe(before);
  receiver.target = good;
  await client.call('POST', '/api/publishing/retry');
  await live('the retry');
  expect(page('index.html').includes('Grutto')).toBe(true);
});

it('resumes on its own after the service was down, and deletes removed pictures', async () => {
  receiver.down = 503;
  const calls = receiver.calls;
  await client.call('DELETE', `/api/admin/media/${id}`);
  await waitFor('a call in vain', () => receiver.calls > calls);
  expect(page('index.html').includes('Grutto')).toBe(true);
  receiver.down = null;
  await waitFor('the removal', () => !page('index.html').includes('Grutto'));
  await live('the report');
  expect(readdirSync(path.join(target, 'foto'))).toEqual([]);
  expect(existsSync(path.join(target, 'media', hash))).toBe(false);
  expect(existsSync(path.join(product.dataDir, 'public/media', hash))).toBe(false);
});

it('logs no secret', () => {
  for (const text of [product.output(), receiver.output()])
    for (const each of [secret, token]) expect(text).not.toContain(each);
});
