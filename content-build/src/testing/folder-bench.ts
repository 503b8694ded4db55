/** A folder as visitors see it through a plain web server. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { DeployTarget } from '../deploy/deploy-target.ts';
import type { TargetBench } from './target-suite.ts';

/** `web` is what the web server shows of `root`. */
export function folderBench(root: string, web: string, open: () => DeployTarget): TargetBench {
  const isFile = (place: string) => existsSync(place) && statSync(place).isFile();
  return {
    open,
    read: async (name) => {
      const place = path.join(web, name);
      return isFile(place) ? readFileSync(place, 'latin1') : null;
    },
    names: async () =>
      readdirSync(web, { recursive: true, encoding: 'utf8' })
        .filter((name) => isFile(path.join(web, name)))
        .sort(),
    plant: async (name, text) => {
      // A tree shares its files with others: a new one takes the place of this one.
      rmSync(path.join(web, name), { force: true });
      mkdirSync(path.dirname(path.join(web, name)), { recursive: true });
      writeFileSync(path.join(web, name), text);
    },
    clear: async () => {
      for (const name of existsSync(root) ? readdirSync(root) : [])
        rmSync(path.join(root, name), { recursive: true, force: true });
    },
    close: async () => rmSync(root, { recursive: true, force: true }),
  };
}
