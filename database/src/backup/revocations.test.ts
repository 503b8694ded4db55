/** What was revoked since a backup was made does not come back with it unseen (threat T5). */
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../open.ts';
import { auditLog, backupCodes, passkeys, uploadKeys, users } from '../schema.ts';
import { type BackupWorld, createBackupWorld } from '../testing/backup-world.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const NOW = Date.UTC(2026, 4, 31, 1);
const DAY = 24 * 3_600_000;

let world: BackupWorld;
beforeEach(async () => {
  world = await createBackupWorld();
});
afterEach(() => world.remove());

const backUp = () =>
  createBackup({ folder: world.folder, backupDir: world.backupDir, storage: 'disk', now: NOW });
const restore = (place: string) => restoreBackup({ folder: world.folder, place, now: NOW + DAY });

const secrets = { userId: 'u1', name: 'Lightroom', createdAt: 1 };
const addWays = () => {
  world.db
    .insert(auditLog)
    .values({ at: 1, actor: 'iris', action: 'create', entity: 'key', summary: 'Lightroom' })
    .run();
  for (const id of ['k1', 'k2'])
    world.db
      .insert(uploadKeys)
      .values({ id, ...secrets, start: 'vl_', keyHash: id })
      .run();
  for (const id of ['p1', 'p2'])
    world.db
      .insert(passkeys)
      .values({ id, ...secrets, credentialId: id, publicKey: Buffer.of(1), counter: 0 })
      .run();
  for (const id of ['c1', 'c2'])
    world.db.insert(backupCodes).values({ id, userId: 'u1', codeHash: id }).run();
  const user = { passwordHash: 'x', role: 'editor', createdAt: 0 } as const;
  for (const username of ['noor', 'piet', 'anna'])
    world.db
      .insert(users)
      .values({ ...user, id: username, username, email: `${username}@example.nl` })
      .run();
};
const names = (ways: { name: string }[]) => ways.map(({ name }) => name);
const read = () => {
  const db = openDatabase(world.folder.database);
  const ids = (table: typeof uploadKeys | typeof passkeys) =>
    db
      .select({ id: table.id })
      .from(table)
      .all()
      .map(({ id }) => id);
  const found = {
    ways: [...ids(uploadKeys), ...ids(passkeys)],
    codes: db
      .select()
      .from(backupCodes)
      .all()
      .map(({ usedAt }) => usedAt),
    told: db
      .select()
      .from(auditLog)
      .all()
      .slice(1)
      .map(({ action, entity, summary }) => `${action} ${entity} ${summary}`),
  };
  db.$client.close();
  return found;
};

it('keeps revocations made since, and lists restored accounts', async () => {
  addWays();
  const { place, name } = await backUp();
  world.db.delete(uploadKeys).where(eq(uploadKeys.id, 'k1')).run();
  world.db.delete(passkeys).where(eq(passkeys.id, 'p2')).run();
  world.db.update(backupCodes).set({ usedAt: 5 }).where(eq(backupCodes.id, 'c1')).run();
  world.db.update(users).set({ status: 'inactive' }).where(eq(users.id, 'noor')).run();
  world.db.update(users).set({ role: 'viewer' }).where(eq(users.id, 'anna')).run();
  world.db.delete(users).where(eq(users.id, 'piet')).run();
  // As after a kill: what was revoked stands in the -wal alone.
  expect(statSync(`${world.folder.database}-wal`).size).toBeGreaterThan(0);
  const { revocations } = await restore(place);
  expect(names(revocations.kept)).toEqual(['Lightroom · iris', 'Lightroom · iris']);
  expect(names(revocations.accounts).sort()).toEqual(['anna', 'noor', 'piet']);
  expect(revocations.unknown).toEqual([]);
  const found = read();
  expect(found).toMatchObject({ ways: ['k2', 'p1'], codes: [5, null] });
  expect(found.told.sort()).toEqual([
    'delete key Lightroom · iris',
    'delete passkey Lightroom · iris',
    `restore-backup backup ${name}`,
    ...['anna', 'noor', 'piet'].map((each) => `restore-backup user ${each}`),
  ]);
});

it.each<[string, () => void]>([
  ['is gone', () => rmSync(world.folder.database)],
  ['is damaged', () => writeFileSync(world.folder.database, 'garbage '.repeat(1000))],
  [
    'is that of another installation',
    () => {
      const db = openDatabase(world.folder.database);
      db.delete(auditLog).run();
      db.delete(uploadKeys).run();
      db.delete(passkeys).run();
      db.$client.close();
    },
  ],
])('says what is valid again when the database that was here %s', async (_, harm) => {
  addWays();
  const { place, name } = await backUp();
  world.db.$client.close();
  harm();
  const { revocations } = await restore(place);
  expect(revocations).toMatchObject({ kept: [], accounts: [] });
  expect(revocations.unknown.map(({ id }) => id)).toEqual(['k1', 'k2', 'p1', 'p2']);
  expect(read()).toMatchObject({
    ways: ['k1', 'k2', 'p1', 'p2'],
    told: [
      'restore-backup key Lightroom · iris',
      'restore-backup key Lightroom · iris',
      'restore-backup passkey Lightroom · iris',
      'restore-backup passkey Lightroom · iris',
      `restore-backup backup ${name}`,
    ],
  });
});
