/** The build job's client of the API. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type BuildReport,
  buildReportAnswer,
  SNAPSHOT_HEADER,
  snapshotId,
} from '@veldlicht/contract/build';
import type { JobSettings } from '@veldlicht/contract/job-environment';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { type CallRules, CiError, callPatiently } from './call-webhook.ts';

export interface ApiRules extends CallRules {
  /** Time limit of a picture or video. */
  fileMs: number;
}

export const defaultApiRules: ApiRules = {
  waitsMs: [500, 2000, 5000, 15_000],
  answerMs: 60_000,
  fileMs: 10 * 60_000,
};

export interface BuildApi {
  /** Id of the newest snapshot. */
  snapshotId: () => Promise<string>;
  /** Downloads the newest snapshot, a public database, to a file; returns its id. */
  snapshot: (into: string) => Promise<string>;
  /** Downloads a rendition (`media/<hash>/<name>`) to a file. */
  file: (name: string, into: string) => Promise<void>;
  /** Returns false when a newer build is live. */
  report: (report: BuildReport) => Promise<boolean>;
}

const SNAPSHOT = '/api/build/snapshot';

async function save({ body }: Response, into: string): Promise<void> {
  if (!body) throw new CiError('The API sent nothing.');
  try {
    // fetch rejects a body shorter than its Content-Length.
    await pipeline(Readable.fromWeb(body), createWriteStream(into));
  } catch (error) {
    await rm(into, { force: true });
    throw error;
  }
}

/** Calls throw `CiError`, whose message names no secret. */
export function openBuildApi(
  { api, token }: Pick<JobSettings, 'api' | 'token'>,
  rules: ApiRules = defaultApiRules,
): BuildApi {
  const authorization = `Bearer ${token}`;
  const call = <T>(
    address: string,
    read: (answer: Response) => Promise<T>,
    ms: number,
    request: RequestInit = {},
  ) =>
    callPatiently(
      {
        who: 'The API',
        about: address,
        url: api + address,
        read,
        request: () => ({ ...request, headers: { authorization, ...request.headers } }),
      },
      { ...rules, answerMs: ms },
    );
  const json = (answer: Response): Promise<unknown> => answer.json();
  const nameOf = async ({ headers }: Response) => snapshotId.parse(headers.get(SNAPSHOT_HEADER));

  return {
    snapshotId: () => call(SNAPSHOT, nameOf, rules.answerMs, { method: 'HEAD' }),
    snapshot: (into) => {
      const read = async (answer: Response) => {
        await save(answer, into);
        return nameOf(answer);
      };
      return call(SNAPSHOT, read, rules.fileMs);
    },
    file: async (name, into) => {
      const read = async (answer: Response) => {
        if (Number(answer.headers.get('content-length')) > MAX_FILE_BYTES)
          throw new CiError(`${name} is no picture or video of ours.`);
        await save(answer, into);
      };
      await call(`/api/build/files/${name.replace(/^media\//, '')}`, read, rules.fileMs);
    },
    report: async (report) => {
      const request = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(report),
      };
      const answer = await call('/api/build/report', json, rules.answerMs, request);
      return buildReportAnswer.parse(answer).accepted;
    },
  };
}
