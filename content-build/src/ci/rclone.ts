/** The target through rclone (decision 012): one call per batch of files. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TargetSettings } from '@veldlicht/contract/job-environment';
import { z } from 'zod';
import type { Naming } from '../publish/address-name.ts';
import { PublishError } from '../publish/site-renderer.ts';

/** The message is a sentence without secrets. */
export class TargetError extends PublishError {
  override name = 'TargetError';
}

/** A local file and its name at the target. */
export interface NamedFile {
  name: string;
  file: string;
  bytes: number;
}

/** Methods throw `TargetError`. */
export interface Target {
  naming: Naming;
  /** Null for a missing or empty file. */
  read: (name: string) => Promise<string | null>;
  /** All names. */
  list: () => Promise<string[]>;
  /** Uploads and overwrites. Buckets store the headers. */
  put: (files: readonly NamedFile[], headers: Record<string, string>) => Promise<void>;
  /** Idempotent. */
  remove: (names: readonly string[]) => Promise<void>;
}

/** Limits of a call, since nobody watches the job. */
const BOUNDS = [
  '--ask-password=false',
  '--retries=3',
  '--low-level-retries=5',
  '--contimeout=20s',
  '--timeout=2m',
  '--stats=0',
];
/** Time limit of a call, plus time to send its bytes over a slow line. */
const CALL_MS = 5 * 60_000;
const SLOW_BYTES_PER_MS = 100;
/** A listing of a million names takes 60 MB. */
const MOST_OUTPUT = 256 * 1024 * 1024;

/** Exit codes for a missing folder and file. */
const MISSING = [3, 4];

const run = promisify(execFile);
const failure = z.object({ code: z.union([z.string(), z.number()]).nullish(), stderr: z.string() });
const features = z.object({ Root: z.string(), Features: z.object({ BucketBased: z.boolean() }) });

/** Variables that hold no secret; a message may contain their values. */
const OPEN = /_(?:TYPE|PROVIDER|REGION|ENDPOINT|HOST|PORT|USER)$/;

/** Last message of rclone without time, local folders and secrets. */
function lastMessage(stderr: string, settings: TargetSettings, folder: string): string {
  const { place, environment } = settings;
  const message = stderr.split(/^[\d/]+ [\d:]+ (?:ERROR *: )?/m).at(-1) ?? '';
  const secrets = Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith('RCLONE_') && !OPEN.test(name) && value.length > 3 ? [value] : [],
  );
  const hidden = [...secrets, folder, ...(place.startsWith('/') ? [place] : [])];
  const shown = hidden.reduce((text, part) => text.replaceAll(part, '…'), message);
  return shown.trim().replace(/\s+/g, ' ').slice(0, 300);
}

/** Opens the target. In a bucket, names are addresses; elsewhere a file and a folder can't share a name. */
export async function openTarget(settings: TargetSettings): Promise<Target> {
  const { place, environment } = settings;
  const { HOME } = environment;
  const env = {
    // Otherwise rclone runs a command per file to hash bytes that ssh has verified.
    RCLONE_SFTP_SHELL_TYPE: 'none',
    // Refuses unknown hosts, unless the remote names another file.
    ...(HOME && { RCLONE_SFTP_KNOWN_HOSTS_FILE: path.join(HOME, '.ssh/known_hosts') }),
    ...environment,
  };

  /** Returns stdout; null when a file or folder is missing. */
  async function rclone(args: string[], folder = place, bytes = 0): Promise<string | null> {
    const timeout = CALL_MS + Math.ceil(bytes / SLOW_BYTES_PER_MS);
    const bounds = { env, timeout, killSignal: 'SIGKILL', maxBuffer: MOST_OUTPUT } as const;
    try {
      return (await run('rclone', [...args, ...BOUNDS], bounds)).stdout;
    } catch (error) {
      const failed = failure.safeParse(error);
      if (!failed.success) throw error;
      const { code, stderr } = failed.data;
      if (typeof code === 'number' && MISSING.includes(code)) return null;
      if (code === 'ENOENT') throw new TargetError('rclone is not installed on this machine.');
      if (code === null)
        throw new TargetError(`rclone did not end within ${Math.ceil(timeout / 60_000)} min.`);
      throw new TargetError(
        `The target refused or did not answer: ${lastMessage(stderr, settings, folder)}`,
      );
    }
  }

  const at = (name: string) => `${place}${/[/:]$/.test(place) ? '' : '/'}${name}`;

  /** Runs `work` with a temporary folder. */
  async function withFolder(work: (folder: string) => Promise<unknown>): Promise<void> {
    const folder = await mkdtemp(path.join(tmpdir(), 'veldlicht-rclone-'));
    try {
      await work(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  const { Root, Features } = features.parse(
    JSON.parse((await rclone(['backend', 'features', place])) ?? ''),
  );
  const isBucket = Features.BucketBased;
  if (isBucket && Root === '')
    throw new TargetError(`DEPLOY_TARGET needs the name of a bucket: ${place}BUCKET.`);

  /** Overwrites without comparing: equal size and time do not prove equal bytes. */
  const copy = (files: readonly NamedFile[], headers: string[]) =>
    withFolder(async (folder) => {
      let bytes = 0;
      for (const one of files) {
        bytes += one.bytes;
        const link = path.join(folder, one.name);
        await mkdir(path.dirname(link), { recursive: true });
        await symlink(path.resolve(one.file), link);
      }
      const how = ['--copy-links', '--no-traverse', '--no-check-dest', '--s3-no-check-bucket'];
      await rclone(['copy', folder, place, ...how, ...headers], folder, bytes);
    });

  return {
    naming: isBucket ? 'address' : 'file',
    // For a missing object in a bucket rclone prints nothing and reports no error.
    read: async (name) => (await rclone(['cat', at(name)])) || null,
    list: async () => {
      const names = await rclone(['lsf', '--recursive', '--files-only', place]);
      return (names ?? '').split('\n').filter((name) => name !== '');
    },
    put: async (files, headers) => {
      const options = Object.entries(headers).map(
        ([name, value]) => `--header-upload=${name}: ${value}`,
      );
      // A bucket may hold `kaart` and `kaart/185`; a local folder can't, so they are sent by depth.
      const depth = ({ name }: NamedFile) => (isBucket ? name.split('/').length : 0);
      for (const [, group] of Map.groupBy(files, depth)) await copy(group, isBucket ? options : []);
    },
    remove: async (names) => {
      if (names.length === 0) return;
      await withFolder(async (folder) => {
        const list = path.join(folder, 'names');
        await writeFile(list, names.join('\n'));
        await rclone(['delete', place, `--files-from-raw=${list}`], folder);
        if (isBucket) return;
        // Removes renditions folders that are now empty.
        const folders = new Set(names.flatMap((name) => /^media\/\w+(?=\/)/.exec(name) ?? []));
        const rules = [...folders].map((one) => `+ /${one}/**`);
        if (rules.length === 0) return;
        await writeFile(list, [...rules, '- **'].join('\n'));
        await rclone(['rmdirs', '--leave-root', place, `--filter-from=${list}`], folder);
      });
    },
  };
}
