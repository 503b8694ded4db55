import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleaningFor, cleanLine, createBuildLog, LOG_LINES } from './build-log.ts';

const data = '/srv/veldlicht/data';
const cleaning = cleaningFor(data, {
  S3_SECRET_ACCESS_KEY: 'double/secret+key',
  ADMIN_PASSWORD: 'een-lang-wachtwoord',
  SHORT_KEY: 'abc',
  HOME: '/home/eva',
});
const clean = (line: string) => cleanLine(line, cleaning);

describe('a cleaned line', () => {
  it.each([
    [`ENOENT: open '${data}/renditions/a/480.avif'`, "ENOENT: open 'data/renditions/a/480.avif'"],
    ['    at render (/usr/lib/node/x.js:1:2)', '    at render (…/x.js:1:2)'],
    ['at file:///opt/other/place.mjs:3:4', 'at …/place.mjs:3:4'],
    [`at ${path.join(tmpdir(), 'a/b.txt')}`, 'at tmp/a/b.txt'],
  ])('has no server path: %s', (line, shown) => {
    expect(clean(line)).toBe(shown);
  });

  it('has paths relative to the program', () => {
    expect(clean(`at read (file://${import.meta.filename}:7:8)`)).toBe(
      'at read (./content-build/src/publish/build-log.test.ts:7:8)',
    );
  });

  it('keeps site addresses', () => {
    const line = 'rendering /foto/ree-1234, which shows /media/0a1b/480.avif';
    expect(clean(line)).toBe(line);
  });

  it('hides configured secrets, but no short words', () => {
    expect(clean('PUT with double/secret+key by een-lang-wachtwoord: abc')).toBe(
      'PUT with *** by ***: abc',
    );
  });

  it('is cut at its limit', () => {
    expect(clean('x'.repeat(1000))).toHaveLength(301);
  });
});

describe('the log of an attempt', () => {
  it('ends with the error and its cause, within its limit', () => {
    const log = createBuildLog(cleaning);
    for (let i = 0; i < 500; i++) log.step(`rendering /foto/item-${i}`);
    const cause = new Error(`no such file ${data}/x`);
    const lines = log.lines(new Error('The page could not be made', { cause }));
    expect(lines.length).toBeLessThanOrEqual(LOG_LINES);
    expect(lines[0]).toBe('rendering /foto/item-480');
    expect(lines).toContain('Error: The page could not be made');
    expect(lines).toContain('Caused by Error: no such file data/x');
    expect(lines.join('\n')).not.toContain(path.join(import.meta.dirname, '../../..'));
    log.clear();
    expect(log.lines()).toEqual([]);
  });
});
