/** Configuration of the CI job that builds the site; it reads no other variables. */
import { z } from 'zod';
import {
  EnvironmentError,
  needed,
  origin,
  readVariables,
  secret,
  secureUrl,
} from './environment.ts';

const TARGET_ERROR =
  'must be an rclone target such as site:bucket, or the absolute path of a folder (docs/builder/elsewhere.md)';

const variables = {
  BUILD_API: secureUrl
    .pipe(origin)
    .optional()
    .describe('Where the job fetches and reports: PUBLIC_ORIGIN of the admin'),
  BUILD_TOKEN: secret.optional().describe('Authenticates the job'),
  // No parameters after the remote's name: a list of processes would show their keys.
  DEPLOY_TARGET: z
    .string()
    .regex(/^(?:\/[^\0\n]+|[\p{L}\p{N}_][\p{L}\p{N}_.+@ -]*:[^\0\n]*)$/u, TARGET_ERROR)
    .optional(),
};

/** Variables of earlier versions: refused, since ignoring them would surprise. */
const GONE = /^DEPLOY_(?:FOLDER$|S3_|RSYNC_)/;

/** The variables that rclone gets. */
const OF_RCLONE = /^(?:PATH|HOME|RCLONE_CONFIG(?:_\w+)?)$/;

type Source = Record<string, string | undefined>;

function targetOf(place: string, source: Source) {
  const given = Object.entries(source).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const isKept = ([name = '']: string[]) => OF_RCLONE.test(name);
  return { place, environment: Object.fromEntries(given.filter(isKept)) as Record<string, string> };
}
/** Target of the site, and the environment of rclone. */
export type TargetSettings = ReturnType<typeof targetOf>;

/** Reads the settings of a job. Throws `EnvironmentError`. */
export function readJobSettings(source: Source) {
  const gone = Object.keys(source).find((name) => source[name] && GONE.test(name));
  if (gone)
    throw new EnvironmentError(
      `${gone}: is not read any more; name the place in DEPLOY_TARGET (docs/builder/elsewhere.md)`,
    );
  const value = readVariables(variables, source);
  const because = 'npm run publish:ci';
  return {
    api: needed(value, 'BUILD_API', because).replace(/\/$/, ''),
    token: needed(value, 'BUILD_TOKEN', because),
    target: targetOf(needed(value, 'DEPLOY_TARGET', because), source),
  };
}
export type JobSettings = ReturnType<typeof readJobSettings>;
