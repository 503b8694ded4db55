/** The API as the job that builds the site sees it: bounded in time, repeated while that may help. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type BuildReport, buildReportAnswer, snapshotEnvelope } from '@veldlicht/contract/build';
import type { JobSettings } from '@veldlicht/contract/environment-publish';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { parseSnapshot, type Snapshot } from '../snapshot/snapshot-file.ts';
import { CiError } from './ci-error.ts';

export interface ApiRules {
  waitsMs: readonly number[];
  /** Until an answer has begun, and for short ones ended. */
  answerMs: number;
  /** For a whole picture or film. */
  fileMs: number;
}

export const defaultApiRules: ApiRules = {
  waitsMs: [500, 2000, 5000, 15_000],
  answerMs: 60_000,
  fileMs: 10 * 60_000,
};

export interface BuildApi {
  snapshot: () => Promise<{ snapshotId: string; snapshot: Snapshot }>;
  /** Fetches one picture or film (`media/<hash>/<name>`) into a file. */
  file: (name: string, into: string) => Promise<void>;
  /** Whether the report still counted. */
  report: (report: BuildReport) => Promise<boolean>;
}

/** Something that another try may better. */
class PassingError extends CiError {}

/** All calls throw `CiError` with a sentence that names no secret. */
export function openBuildApi(
  { api, token }: Pick<JobSettings, 'api' | 'token'>,
  rules: ApiRules = defaultApiRules,
): BuildApi {
  async function callOnce<T>(
    address: string,
    init: RequestInit,
    ms: number,
    read: (answer: Response) => Promise<T>,
  ): Promise<T> {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    // Never on to another host: the token would go along.
    const bounds = { redirect: 'manual', signal: AbortSignal.timeout(ms) } as const;
    const answer = await fetch(api + address, { ...init, headers, ...bounds }).catch(() => {
      throw new PassingError('The API does not answer.');
    });
    const { status } = answer;
    if (status === 200)
      return read(answer).catch((cause: unknown) => {
        if (cause instanceof CiError) throw cause;
        throw new PassingError(`The answer of ${address} broke off.`, { cause });
      });
    await answer.body?.cancel();
    const reason = `The API answered ${status} to ${address}.`;
    throw status >= 500 || status === 429 ? new PassingError(reason) : new CiError(reason);
  }

  async function call<T>(...args: Parameters<typeof callOnce<T>>): Promise<T> {
    for (const ms of rules.waitsMs) {
      try {
        return await callOnce(...args);
      } catch (error) {
        if (!(error instanceof PassingError)) throw error;
        await wait(ms);
      }
    }
    return callOnce(...args);
  }

  return {
    snapshot: async () => {
      const json = await call('/api/build/snapshot', {}, rules.answerMs, (answer) => answer.json());
      const { snapshotId, snapshot } = snapshotEnvelope.parse(json);
      return { snapshotId, snapshot: parseSnapshot(snapshot) };
    },
    file: async (name, into) => {
      const address = `/api/build/files/${name.replace(/^media\//, '')}`;
      await call(address, {}, rules.fileMs, async (answer) => {
        if (!answer.body || Number(answer.headers.get('content-length')) > MAX_FILE_BYTES)
          throw new CiError(`${name} is no picture or film of ours.`);
        try {
          // A body that ends early is an error of its own: the length was told.
          await pipeline(Readable.fromWeb(answer.body), createWriteStream(into));
        } catch (error) {
          await rm(into, { force: true });
          throw error;
        }
      });
    },
    report: async (report) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(report) };
      const json = await call('/api/build/report', init, rules.answerMs, (answer) => answer.json());
      return buildReportAnswer.parse(json).accepted;
    },
  };
}
