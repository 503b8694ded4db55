/** A process that is killed during a sign-in: the code is used and the session there, or neither (T9). */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '@veldlicht/database/open';
import { auditLog, backupCodes, devices, sessions, users } from '@veldlicht/database/schema';
import { isNotNull } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

const message = z.object({ file: z.string() });

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'veldlicht-crash-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it.each([
  ['used', 0],
  ['login', 0],
  ['answer', 1],
])(
  'killed at the place "%s" leaves %i used codes and as many sessions',
  async (place, expected) => {
    const program = path.join(import.meta.dirname, '../testing/killed-sign-in.ts');
    const child = fork(program, [place], {
      env: { ...process.env, NODE_OPTIONS: '', TMPDIR: root },
    });
    let file = '';
    child.on('message', (sent) => {
      file = message.parse(sent).file;
    });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    const db = openDatabase(file);
    const count = (rows: unknown[]) => rows.length;
    const used = db.select().from(backupCodes).where(isNotNull(backupCodes.usedAt)).all();
    const logins = db.select().from(users).where(isNotNull(users.lastLoginAt)).all();
    expect([
      count(used),
      count(db.select().from(sessions).all()),
      count(db.select().from(devices).all()),
      count(logins),
    ]).toEqual([expected, expected, expected, expected]);
    expect(
      db
        .select()
        .from(auditLog)
        .all()
        .map(({ action }) => action),
    ).toEqual(expected === 0 ? [] : ['use-backup-code', 'sign-in']);
    expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
    db.$client.close();
  },
  60_000,
);
