/** A public bucket in this process, which checks signatures, for a journey that deploys into it. */
import { readFileSync } from 'node:fs';
import { startBucketDouble } from '@veldlicht/database/testing/bucket-double';

export interface SiteBucket {
  /** Variables that make a job deploy into it. */
  variables: Record<string, string>;
  names: () => string[];
  /** What stands under a name; '' for nothing. */
  read: (name: string) => string;
  /** Codes of the calls that were refused. */
  refusals: string[];
  close: () => Promise<void>;
}

export async function startSiteBucket(): Promise<SiteBucket> {
  const double = await startBucketDouble(Date.now);
  const { STORAGE: _storage, ...settings } = double.variables;
  const variables = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`DEPLOY_${name}`, value]),
  );
  return {
    variables: { DEPLOY_TARGET: 's3', ...variables },
    names: double.names,
    read: (name) => {
      const file = double.fileOf(name);
      return file ? readFileSync(file, 'utf8') : '';
    },
    refusals: double.refusals,
    close: double.close,
  };
}
