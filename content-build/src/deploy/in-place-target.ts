/**
 * A target that is changed where it stands: a bucket, or a folder on a share. It can't be swapped, so
 * the order of the deploy keeps the site whole, and a mark says that one is under way.
 */
import { randomBytes } from 'node:crypto';
import { isHashedName, isOurName, MARK, RECORD, readRecord, writeRecord } from './deploy-record.ts';
import {
  DeployError,
  type DeployFile,
  type DeployRecord,
  type DeployTarget,
  emptyRecord,
  FIXED,
} from './deploy-target.ts';

/** Files by name, each replaced whole or not at all. */
export interface FileStore {
  naming: DeployTarget['naming'];
  hasVariants: boolean;
  /** A small text, or null when there is none. */
  read: (name: string) => Promise<string | null>;
  write: (name: string, text: string) => Promise<void>;
  put: (file: DeployFile) => Promise<void>;
  remove: (name: string) => Promise<void>;
  /** Every name there is. */
  list: () => AsyncIterable<string>;
  /** Throws when the store holds what must never be public. */
  inspect: () => Promise<void>;
}

/** What is really there, when the record can't tell: hashed files are what they are called. */
async function lookAround(store: FileStore): Promise<DeployRecord> {
  const files = new Map<string, string>();
  for await (const name of store.list())
    if (isOurName(name)) files.set(name, isHashedName(name) ? FIXED : '');
  return { ...emptyRecord(), files };
}

export function inPlaceTarget(store: FileStore): DeployTarget {
  let mark = '';
  const confirm = async () => {
    if ((await store.read(MARK)) !== mark)
      throw new DeployError('Another deploy has begun meanwhile; this one stops.');
  };
  return {
    naming: store.naming,
    hasVariants: store.hasVariants,
    begin: async (id) => {
      await store.inspect();
      const cutOff = (await store.read(MARK)) !== null;
      const record = cutOff ? null : readRecord(await store.read(RECORD));
      mark = `${id} ${randomBytes(8).toString('hex')}`;
      await store.write(MARK, mark);
      return record ?? lookAround(store);
    },
    put: store.put,
    remove: store.remove,
    confirm,
    finish: async (record) => {
      await confirm();
      await store.write(RECORD, writeRecord(record));
      await store.remove(MARK);
    },
    close: async () => undefined,
  };
}
