/** A process killed during a write leaves all of it, or nothing (threat T9, fault F1). */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '@veldlicht/database/open';
import {
  auditLog,
  backupCodes,
  devices,
  sessions,
  uploads,
  users,
} from '@veldlicht/database/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { cleanUploads } from '#uploads/uploads.service.ts';

const message = z.object({ file: z.string(), incoming: z.string() });

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'veldlicht-killed-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs the program until it kills itself; returns its database and upload folder. */
async function kill(what: 'sign-in' | 'upload', place: string) {
  const child = fork(path.join(import.meta.dirname, 'testing/killed-program.ts'), [what, place], {
    env: { ...process.env, NODE_OPTIONS: '', TMPDIR: root },
  });
  const [[told], [, signal]] = await Promise.all([once(child, 'message'), once(child, 'exit')]);
  expect(signal).toBe('SIGKILL');
  const { file, incoming } = message.parse(told);
  const db = openDatabase(file);
  expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
  return { db, incoming };
}

it.each([
  ['login', 0],
  ['answer', 1],
])('a sign-in killed at "%s" leaves %i used codes and as many sessions (T9)', async (place, n) => {
  const { db } = await kill('sign-in', place);
  const used = db
    .select()
    .from(backupCodes)
    .all()
    .filter(({ usedAt }) => usedAt !== null);
  const logins = db
    .select()
    .from(users)
    .all()
    .filter(({ lastLoginAt }) => lastLoginAt !== null);
  const access = [sessions, devices].map((table) => db.select().from(table).all());
  expect([used, logins, ...access].map(({ length }) => length)).toEqual([n, n, n, n]);
  const actions = db.select().from(auditLog).all();
  const expected = n === 0 ? [] : ['use-backup-code', 'sign-in'];
  expect(actions.map(({ action }) => action)).toEqual(expected);
  db.$client.close();
});

it.each(['50 %', 'rename', 'renamed'])(
  'an upload killed at %s leaves nothing after the next start, and its URL works again (F1)',
  async (place) => {
    const { db, incoming } = await kill('upload', place);
    expect(readdirSync(incoming)).toHaveLength(1);
    expect(db.select().from(uploads).all()).toMatchObject([{ state: 'receiving' }]);
    await cleanUploads(db, incoming, 0);
    expect(readdirSync(incoming)).toEqual([]);
    expect(db.select().from(uploads).all()).toMatchObject([{ state: 'issued' }]);
    db.$client.close();
  },
);
