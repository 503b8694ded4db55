/** A target in a local folder, served like a plain web server does. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TargetSettings } from '@veldlicht/contract/job-environment';
import { expect } from 'vitest';
import { openTarget, TargetError } from '../ci/rclone.ts';
import {
  deadEnds,
  isSite,
  retiredOf,
  type SentWorld,
  send,
  type TargetBench,
} from './sent-site.ts';

/** Settings of a local job with these variables of rclone. */
export function targetSettings(
  place: string,
  variables: Record<string, string> = {},
): TargetSettings {
  const { PATH = '', HOME = '' } = process.env;
  return { place, environment: { PATH, HOME, ...variables } };
}

export const newFolder = () => mkdtempSync(path.join(tmpdir(), 'veldlicht-target-'));

export async function folderBench(root: string, settings: TargetSettings): Promise<TargetBench> {
  const isFile = (place: string) => existsSync(place) && statSync(place).isFile();
  return {
    target: await openTarget(settings),
    read: async (name) => {
      const place = path.join(root, name);
      return isFile(place) ? readFileSync(place, 'latin1') : null;
    },
    names: async () =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => isFile(path.join(root, name)))
        .sort(),
    plant: async (name, text) => {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    },
    copy: async () => {
      const other = newFolder();
      cpSync(root, other, { recursive: true, preserveTimestamps: true });
      return folderBench(other, { ...settings, place: settings.place.replace(root, other) });
    },
    close: async () => rmSync(root, { recursive: true, force: true }),
  };
}

/**
 * Sends the second version to a folder with the first, while one of rclone's uploads is killed, and then again. Checks
 * the folder after both. Returns whether the upload was killed: it may have ended before.
 */
export async function sendKilled(
  place: string,
  world: SentWorld,
  moment: { call: number; seconds: number },
): Promise<boolean> {
  const well = await folderBench(place, targetSettings(place));
  const rclone = execFileSync('which', ['rclone'], { encoding: 'utf8' }).trim();
  const folder = newFolder();
  const { call, seconds } = moment;
  const script = `#!/bin/sh
  printf x >> ${folder}/calls
  [ $(wc -c < ${folder}/calls) = ${call} ] && exec timeout -s KILL ${seconds} ${rclone} "$@"
  exec ${rclone} "$@"`;
  writeFileSync(path.join(folder, 'rclone'), script, { mode: 0o755 });
  const settings = targetSettings(place, { PATH: `${folder}:${process.env.PATH}` });
  const dying = await openTarget(settings);
  const error: unknown = await send(dying, world, world.after).then(
    () => null,
    (caught: unknown) => caught,
  );
  if (error !== null) expect(error).toBeInstanceOf(TargetError);
  expect([moment, await deadEnds(well)]).toEqual([moment, []]);
  await send(well.target, world, world.after);
  await isSite(well, world.after, retiredOf(well));
  return error !== null;
}
