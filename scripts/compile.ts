/** Compiles the public site and the admin app when their sources have changed since the last build. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

interface Build {
  name: string;
  folder: string;
  /** Files and folders that the output depends on. */
  inputs: string[];
  command: string[];
}

const publicSite: Build = {
  name: 'the public site',
  folder: 'site',
  inputs: [
    'site/src',
    'site/public',
    'site/integrations',
    'site/astro.config.ts',
    'site/package.json',
    'contract/src',
  ],
  command: ['astro', 'build', '--root', 'site', '--silent'],
};

const builds: Build[] = [
  publicSite,
  {
    name: 'the admin panel',
    folder: 'admin-ui',
    inputs: [
      'admin-ui/src',
      'admin-ui/index.html',
      'admin-ui/vite.config.ts',
      'admin-ui/plug-in-zip.ts',
      'integrations/lightroom/veldlicht.lrplugin',
      'admin-ui/package.json',
      'contract/src',
    ],
    command: ['vite', 'build', 'admin-ui', '--logLevel', 'warn'],
  },
];

function filesOf(input: string): string[] {
  const place = path.join(root, input);
  if (!existsSync(place)) return [];
  const entries = readdirSync(path.dirname(place), { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && entry.name === path.basename(place)))
    return [input];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** One hash over the inputs and the locked packages. */
function buildId({ inputs }: Build): string {
  const hash = createHash('sha256');
  for (const file of [...inputs.flatMap(filesOf), 'package-lock.json']) {
    hash.update(`${file}\0`);
    hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

async function compile(build: Build, say: (line: string) => void): Promise<void> {
  const dist = path.join(root, build.folder, 'dist');
  const stamp = path.join(dist, 'build-id');
  const id = buildId(build);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === id) return;
  say(`Compiling ${build.name} …`);
  rmSync(stamp, { force: true });
  const bin = path.join(root, 'node_modules/.bin');
  const [command = '', ...options] = build.command;
  const compiler = spawn(path.join(bin, command), options, {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  });
  let said = '';
  for (const stream of [compiler.stdout, compiler.stderr])
    stream.on('data', (data: Buffer) => {
      said += data;
    });
  const [status] = await once(compiler, 'close');
  if (status !== 0) throw new Error(`Compiling ${build.name} failed.\n${said}`);
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, id);
}

/** Compiles outdated builds. On failure throws with the compiler's output. */
export async function compileAll(say: (line: string) => void): Promise<void> {
  await Promise.all(builds.map((build) => compile(build, say)));
}

/** Compiles the public site alone, for a CI job. Throws likewise. */
export async function compileSite(say: (line: string) => void): Promise<void> {
  await compile(publicSite, say);
}
