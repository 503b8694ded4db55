import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { redirects } from '@veldlicht/database/schema';
import { createTestDatabase } from '@veldlicht/database/testing';
import { expect, it } from 'vitest';
import { quickModules } from './programs.ts';

it('applies a whole file or nothing, and names invalid lines', async () => {
  const { db, folder, file: database, remove } = await createTestDatabase();
  expect(path.basename(database)).toBe('veldlicht.db');
  const run = (...lines: string[]) => {
    writeFileSync(path.join(folder, 'oud.csv'), lines.join('\n'));
    const script = path.join(import.meta.dirname, 'redirects.ts');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [quickModules, script, 'oud.csv'],
      {
        env: { ...process.env, DATA_DIR: folder, INIT_CWD: folder, NODE_OPTIONS: '' },
        encoding: 'utf8',
      },
    );
    return [status, stdout + stderr];
  };
  const rows = () => db.select().from(redirects).all();
  expect(run('/a,/over', 'https://oud.nl/b/,/')).toEqual([0, 'Old addresses that lead on: 2.\n']);
  const before = rows();
  expect(before).toHaveLength(2);
  const [status, told] = run('/c,/over', '/d,https://elders.nl/');
  expect(status).toBe(1);
  expect(told).toMatch(/^oud\.csv, line 2: .*elders.*\nNothing was changed\.\n$/);
  expect(rows()).toEqual(before);
  expect(run('/c,/over')).toEqual([0, 'Old addresses that lead on: 1.\n']);
  expect(rows()).toEqual([{ path: '/c', target: '/over' }]);
  remove();
});
