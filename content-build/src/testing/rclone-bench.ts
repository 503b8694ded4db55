/** A target in a local folder, served like a plain web server does. */
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
import { openTarget } from '../ci/rclone.ts';
import type { TargetBench } from './sent-site.ts';

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
