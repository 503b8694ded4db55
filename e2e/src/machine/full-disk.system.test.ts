/** On a full disk the site stays up, writes fail with a clear reason, and all resumes on its own (fault F7). */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { PublishState } from '@veldlicht/contract/publishing';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owner, type RunningProduct, startProduct, waitFor } from '../support/product.ts';
import { programsOf } from '../support/programs-of.ts';
import { siteFaults } from './site-faults.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

const mounted = mountSmallDisk(64);

if ('refusal' in mounted)
  it('is not tested: this machine does not let us mount a disk', () => {
    expect(mounted.refusal).toMatch(/superuser|permi|privilege|ENOENT|not supported/i);
  });
else describe('a full disk', () => tryFullDisk(mounted));

function tryFullDisk(disk: SmallDisk): void {
  let product: RunningProduct;
  let client: ApiClient;
  let before: string;
  let programs: number[];

  /** Programs that must keep running. */
  const running = () => programsOf(product);
  const home = async () => {
    const answer = await fetch(product.origin);
    return { status: answer.status, html: await answer.text() };
  };
  const state = () => client.call<PublishState>('GET', '/api/publishing/state');
  const hero = (heroTitle: string) =>
    client.call('PATCH', '/api/settings', { profile: { heroTitle } }).then(
      () => '200',
      (error: Error) => error.message,
    );
  let sender = 0;
  /** Sends a message, each time from another network, as one network may send only five. */
  const write = () => {
    sender += 1;
    return fetch(`${product.origin}/api/contact`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: product.origin,
        'x-forwarded-for': `10.${sender >> 8}.${sender & 255}.1`,
      },
      body: JSON.stringify({
        name: 'Jan',
        email: 'jan@example.nl',
        phone: '',
        message: 'Goedemiddag, ik heb een vraag over uw foto van de ree. '.repeat(60),
      }),
    });
  };
  const upload = async (seed: number) => {
    const { objectPath } = await client.upload(
      new Uint8Array(await plainPicture(seed)),
      'image/jpeg',
    );
    return client.addMedia({ title: `Foto ${seed}`, category: 'fauna', imageUrl: objectPath });
  };
  const library = async () => (await fetch(`${product.origin}/mediabibliotheek`)).text();

  beforeAll(async () => {
    product = await startProduct({
      dataDir: path.join(disk.folder, 'data'),
      variables: { MIN_FREE_MB: '8', TRUSTED_PROXY: 'loopback' },
    });
    client = await signIn(product.origin, owner.username, owner.password);
    await upload(1);
    await waitFor('the first picture', async () => (await library()).includes('Foto 1'));
    expect(await hero('Voor de vloed')).toBe('200');
    await waitFor('the title', async () => (await home()).html.includes('Voor de vloed'));
    await waitFor('rest', async () => (await state()).state === 'live');
    before = (await home()).html;
    // The list of all items is written some seconds after the site; a list not yet written could not be later.
    expect((await fetch(`${product.origin}/api/media`)).status).toBe(200);
    programs = running();
  });
  afterAll(async () => {
    await product?.stop();
    disk.remove();
  });

  it('refuses uploads with the reason', async () => {
    disk.fill();
    await expect(upload(2)).rejects.toThrow(/507.*The disk is full/);
    expect(readdirSync(path.join(product.dataDir, 'incoming'))).toEqual([]);
  });

  it('fails a publish with the reason, and keeps the site as it was', async () => {
    // A change needs a few database pages, a publish needs more.
    await waitFor('a change that fits', async () => {
      const answer = await hero('Na de vloed');
      if (answer !== '200') {
        expect(answer).toMatch(/507.*The disk is full/);
        disk.release(16 * 1024);
      }
      return answer === '200';
    });
    const complaints = () => product.output().split('SQLITE_FULL').length;
    let heard = complaints();
    const failed = await waitFor('the publish to fail', async () => {
      // Recording the failure needs space too.
      if (complaints() > heard) disk.release(16 * 1024);
      heard = complaints();
      const now = await state();
      return now.state === 'failed' && now;
    });
    expect(failed.error).toBe('disk_full');
    expect(await home()).toEqual({ status: 200, html: before });
  });

  it('refuses a message with the reason once no byte is left', async () => {
    disk.fill();
    // The database first uses up its free pages.
    const refused = await waitFor('a message that does not fit', async () => {
      const answer = await write();
      if (answer.status === 201) return null;
      return { status: answer.status, body: await answer.json() };
    });
    const body = expect.objectContaining({ error: 'The disk is full', code: 'disk_full' });
    expect(refused).toEqual({ status: 507, body });
    expect(await home()).toEqual({ status: 200, html: before });
    expect((await fetch(`${product.origin}/api/media`)).status).toBe(200);
    const login = await signIn(product.origin, owner.username, owner.password).catch(String);
    if (typeof login === 'string') expect(login).toMatch(/507.*The disk is full/);
  });

  it('does all of it once there is space, without a restart', async () => {
    disk.release();
    expect((await write()).status).toBe(201);
    client = await signIn(product.origin, owner.username, owner.password);
    await upload(3);
    await waitFor('the third picture', async () => (await library()).includes('Foto 3'));
    expect((await home()).html).toContain('Na de vloed');
    await waitFor('rest', async () => (await state()).state === 'live');
    expect(running()).toEqual(programs);
    expect(siteFaults(product.dataDir)).toEqual([]);
  });
}
