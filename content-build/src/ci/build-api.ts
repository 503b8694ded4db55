/** The API as the job that builds the site sees it. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BuildReport, buildReportAnswer, snapshotEnvelope } from '@veldlicht/contract/build';
import type { JobSettings } from '@veldlicht/contract/job-environment';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { parseSnapshot, type Snapshot } from '../snapshot/snapshot-file.ts';
import { type CallRules, CiError, callPatiently } from './call-webhook.ts';

export interface ApiRules extends CallRules {
  /** For a whole picture or video. */
  fileMs: number;
}

export const defaultApiRules: ApiRules = {
  waitsMs: [500, 2000, 5000, 15_000],
  answerMs: 60_000,
  fileMs: 10 * 60_000,
};

export interface BuildApi {
  snapshot: () => Promise<{ snapshotId: string; snapshot: Snapshot }>;
  /** Fetches one picture or video (`media/<hash>/<name>`) into a file. */
  file: (name: string, into: string) => Promise<void>;
  /** Whether the report still counted. */
  report: (report: BuildReport) => Promise<boolean>;
}

/** All calls throw `CiError` with a sentence that names no secret. */
export function openBuildApi(
  { api, token }: Pick<JobSettings, 'api' | 'token'>,
  rules: ApiRules = defaultApiRules,
): BuildApi {
  const authorization = `Bearer ${token}`;
  const call = <T>(
    address: string,
    read: (answer: Response) => Promise<T>,
    ms: number,
    sent?: unknown,
  ) =>
    callPatiently(
      {
        ...{ who: 'The API', about: address, url: api + address, read },
        request: () =>
          sent === undefined
            ? { headers: { authorization } }
            : {
                method: 'POST',
                headers: { authorization, 'content-type': 'application/json' },
                body: JSON.stringify(sent),
              },
      },
      { ...rules, answerMs: ms },
    );
  const json = (answer: Response): Promise<unknown> => answer.json();

  return {
    snapshot: async () => {
      const answer = await call('/api/build/snapshot', json, rules.answerMs);
      const { snapshotId, snapshot } = snapshotEnvelope.parse(answer);
      return { snapshotId, snapshot: parseSnapshot(snapshot) };
    },
    file: async (name, into) => {
      const save = async (answer: Response) => {
        if (!answer.body || Number(answer.headers.get('content-length')) > MAX_FILE_BYTES)
          throw new CiError(`${name} is no picture or video of ours.`);
        try {
          // A body that ends early is an error of its own: the length was told.
          await pipeline(Readable.fromWeb(answer.body), createWriteStream(into));
        } catch (error) {
          await rm(into, { force: true });
          throw error;
        }
      };
      await call(`/api/build/files/${name.replace(/^media\//, '')}`, save, rules.fileMs);
    },
    report: async (report) => {
      const answer = await call('/api/build/report', json, rules.answerMs, report);
      return buildReportAnswer.parse(answer).accepted;
    },
  };
}
