import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  BUILD_LOG_CHARACTERS,
  BUILD_LOG_LINES,
  buildReport,
  SNAPSHOT_HEADER,
} from '@veldlicht/contract/build';
import { openPublicCopy } from '@veldlicht/database/public/public-database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '#testing/receiver.ts';
import { openBuildApi } from './build-api.ts';
import { lastLines } from './build-job.ts';

const token = 'korenwolf-in-de-klei-0123456789-abcdef';
const rules = { waitsMs: [1, 1], answerMs: 5000, fileMs: 5000 };
let receiver: Receiver;
let folder: string;
const api = () => openBuildApi({ api: receiver.url, token }, rules);
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-api-'));
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true });
});

const name = `media/${'a'.repeat(32)}/960.jpg`;
const file = () => path.join(folder, 'picture');

it('downloads a picture with the token', async () => {
  receiver.answer = (_request, response) => void response.end('picture');
  await api().file(name, file());
  expect(readFileSync(file(), 'utf8')).toBe('picture');
  expect(receiver.calls).toMatchObject([
    {
      method: 'GET',
      url: `/api/build/files/${'a'.repeat(32)}/960.jpg`,
      headers: { authorization: `Bearer ${token}` },
    },
  ]);
});

it('removes a truncated picture and downloads it again', async () => {
  let tries = 0;
  receiver.answer = (_request, response) => {
    response.writeHead(200, { 'content-length': 7 });
    if (++tries < 3) response.write('pic', () => response.destroy());
    else response.end('picture');
  };
  await api().file(name, file());
  expect(readFileSync(file(), 'utf8')).toBe('picture');
  expect(receiver.calls).toHaveLength(3);
  tries = -10;
  await expect(api().file(name, path.join(folder, 'other'))).rejects.toThrow('broke off');
  expect(existsSync(path.join(folder, 'other'))).toBe(false);
});

it("names the API's status, without a secret", async () => {
  receiver.answer = 401;
  const report = { snapshotId: `s1-${'0'.repeat(12)}`, state: 'live' as const, log: '' };
  const error: unknown = await api()
    .report(report)
    .catch((caught: unknown) => caught);
  expect(String(error)).toContain('The API answered 401 to /api/build/report.');
  expect(String(error)).not.toContain(token);
});

it('refuses answers that break the contract', async () => {
  const file = path.join(folder, 'public.db');
  receiver.answer = (_request, response) => void response.end('no name of a snapshot');
  await expect(api().snapshot(file)).rejects.toThrow();
  receiver.answer = (_request, response) => {
    response.setHeader(SNAPSHOT_HEADER, `s1-${'0'.repeat(12)}`);
    response.end('no database');
  };
  await api().snapshot(file);
  expect(() => openPublicCopy(file)).toThrow();
});

it('cuts the log to the limits of a report, keeping its end', () => {
  const lines = Array.from({ length: 80 }, (_, i) => `line ${i} ${'x'.repeat(400)}`);
  for (const text of [lines.join('\n'), `${'y'.repeat(20_000)}\n`, ''].map(lastLines)) {
    expect(text.length).toBeLessThanOrEqual(BUILD_LOG_CHARACTERS);
    expect(text.split('\n').length).toBeLessThanOrEqual(BUILD_LOG_LINES);
    buildReport.parse({ snapshotId: `s1-${'0'.repeat(12)}`, state: 'failed', log: text });
  }
  expect(lastLines(lines.join('\n'))).toContain('line 79');
});
