import { expect, it } from 'vitest';
import { isLostWrite, LostWriteError } from './lost-write.ts';

const failed = (facts: object, cause?: unknown) => Object.assign(new Error('x', { cause }), facts);

it.each([
  ['a file', failed({ code: 'EIO', syscall: 'fsync' })],
  ['a file of a faster kind', failed({ code: 'EIO', syscall: 'fdatasync' })],
  ['the log of the database', failed({ code: 'SQLITE_IOERR_FSYNC' })],
  ['a query, as the library tells it', failed({}, failed({ code: 'SQLITE_IOERR_FSYNC' }))],
  ['another program', new LostWriteError('x')],
])('recognises a failed sync: %s', (_of, error) => {
  expect(isLostWrite(error)).toBe(true);
});

it.each([
  ['a full disk', failed({ code: 'ENOSPC', syscall: 'fsync' })],
  ['a picture that can not be read', failed({ code: 'EIO', syscall: 'read' })],
  ['a busy database', failed({ code: 'SQLITE_BUSY' })],
  ['no error', 'EIO fsync'],
])('ignores %s', (_what, error) => {
  expect(isLostWrite(error)).toBe(false);
});
