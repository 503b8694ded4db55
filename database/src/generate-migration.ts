/**
 * `npm run migration -w database -- <name>`: writes the next migration. drizzle-kit finds changes of the tables; all
 * views and changed triggers are dropped first, and created again at the end with those of rebuilt tables. Its sum is
 * added to SHA256SUMS; update that after an edit by hand.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expectedSchema, migrationsFolder } from './migrate.ts';
import { sha256 } from './sha256.ts';
import { triggers, views } from './triggers.ts';

const BREAK = '\n--> statement-breakpoint\n';

function generate(name: string, ...options: string[]): string | undefined {
  const args = ['drizzle-kit', 'generate', '--name', name, ...options];
  const { stdout } = spawnSync('npx', args, {
    cwd: path.join(import.meta.dirname, '..'),
    encoding: 'utf8',
  });
  console.log(stdout);
  return /\d{4}_[\w-]+\.sql/.exec(stdout)?.[0];
}

const named = (kind: string, all: ReadonlyMap<string, string>) =>
  [...all].map(([name, sql]) => [`${kind} ${name}`, sql] as const);

/** Schema after the migrations so far. */
const present = () => expectedSchema(readMigrationFiles({ migrationsFolder }));

/** Triggers and views that a schema lacks, or has in another version. */
const missing = (schema: Map<string, string>) =>
  [...named('view', views), ...named('trigger', triggers)].filter(
    ([key, sql]) => schema.get(key) !== sql,
  );

const [name] = process.argv.slice(2);
if (!name) throw new Error('Give the migration a name: npm run migration -w database -- <name>');
const before = present();
const drops = [...before].flatMap(([key, sql]) => {
  const [kind, name = ''] = key.split(' ');
  if (kind === 'view') return [`DROP VIEW ${name};`];
  return kind === 'trigger' && triggers.get(name) !== sql ? [`DROP TRIGGER ${name};`] : [];
});
const isOther = drops.some((drop) => !drop.startsWith('DROP VIEW')) || missing(before).length > 0;
const made = generate(name) ?? (isOther ? generate(name, '--custom') : undefined);
if (made) {
  const file = path.join(migrationsFolder, made);
  // Before the tables: SQLite drops no column that a trigger names.
  writeFileSync(file, [...drops, readFileSync(file, 'utf8')].join(BREAK));
  const fresh = missing(present()).map(([, sql]) => `${BREAK}${sql};`);
  appendFileSync(file, fresh.join(''));
  const line = `${sha256(readFileSync(file))}  ${made}\n`;
  appendFileSync(path.join(migrationsFolder, 'SHA256SUMS'), line);
}
