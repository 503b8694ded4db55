/**
 * `npm run migration -w database -- <name>`: writes the next migration. drizzle-kit finds what changed in the
 * tables; triggers that changed, or that went with a rebuilt table, are made anew behind it.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expectedSchema, migrationsFolder } from './migrate.ts';
import { triggers } from './triggers.ts';

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

/** Statements that bring the triggers of all migrations so far to those of the tables. */
function missingTriggers(): string[] {
  const present = expectedSchema(readMigrationFiles({ migrationsFolder }));
  const gone = [...present].flatMap(([key, sql]) => {
    const [kind, name = ''] = key.split(' ');
    return kind === 'trigger' && triggers.get(name) !== sql ? [`DROP TRIGGER ${name};`] : [];
  });
  const fresh = [...triggers].filter(([name, sql]) => present.get(`trigger ${name}`) !== sql);
  return [...gone, ...fresh.map(([, sql]) => `${sql};`)];
}

const [name] = process.argv.slice(2);
if (!name) throw new Error('Give the migration a name: npm run migration -w database -- <name>');
const made = generate(name);
const statements = missingTriggers();
const file = made ?? (statements.length > 0 ? generate(name, '--custom') : undefined);
if (file)
  appendFileSync(
    path.join(migrationsFolder, file),
    statements.map((statement) => BREAK + statement).join(''),
  );
