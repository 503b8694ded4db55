import { expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { readJobSettings } from './environment-publish.ts';

const long = 'x'.repeat(32);
const signed = {
  PUBLISH_MODE: 'ci',
  BUILD_TOKEN: long,
  CI_WEBHOOK: 'signed',
  CI_WEBHOOK_URL: 'https://ci.example/hook',
  CI_WEBHOOK_SECRET: long,
};
const job = { BUILD_API: 'https://veldlicht.example', BUILD_TOKEN: long };
const bucket = {
  ...job,
  DEPLOY_TARGET: 's3',
  DEPLOY_S3_ENDPOINT: 'https://s3.example',
  DEPLOY_S3_BUCKET: 'site',
  DEPLOY_S3_ACCESS_KEY_ID: 'key',
  DEPLOY_S3_SECRET_ACCESS_KEY: 'secret',
};
const far = {
  ...job,
  DEPLOY_TARGET: 'rsync',
  DEPLOY_RSYNC_HOST: 'site@web.example',
  DEPLOY_RSYNC_FOLDER: '/srv/site',
};

it('builds on this machine unless told otherwise', () => {
  expect(readEnvironment({}).publish).toEqual({ mode: 'local' });
  expect(readEnvironment({ ...signed, PUBLISH_MODE: '' }).publish).toEqual({ mode: 'local' });
});

it('knows both forms of calls', () => {
  expect(readEnvironment(signed).publish).toEqual({
    mode: 'ci',
    buildToken: long,
    webhook: { kind: 'signed', url: 'https://ci.example/hook', secret: long },
    timeoutMs: 30 * 60_000,
  });
  const github = {
    PUBLISH_MODE: 'ci',
    BUILD_TOKEN: long,
    CI_WEBHOOK: 'github',
    CI_GITHUB_REPOSITORY: 'eva/site',
    CI_GITHUB_TOKEN: 'github_pat_1',
    BUILD_TIMEOUT_MINUTES: '5',
  };
  expect(readEnvironment(github).publish).toMatchObject({
    webhook: {
      kind: 'github',
      url: 'https://api.github.com/repos/eva/site/dispatches',
      token: 'github_pat_1',
    },
    timeoutMs: 5 * 60_000,
  });
});

it.each([
  [{ BUILD_TOKEN: '' }, /^BUILD_TOKEN: is needed/],
  [{ BUILD_TOKEN: 'short' }, /^BUILD_TOKEN: must have at least 32/],
  [{ BUILD_TOKEN: `${long} ${long}` }, /^BUILD_TOKEN: /],
  [{ CI_WEBHOOK: '' }, /^CI_WEBHOOK: is needed/],
  [{ CI_WEBHOOK: 'gitlab' }, /^CI_WEBHOOK: /],
  [{ CI_WEBHOOK_URL: '' }, /^CI_WEBHOOK_URL: is needed/],
  [{ CI_WEBHOOK_URL: 'http://ci.example/hook' }, /^CI_WEBHOOK_URL: must be an https address/],
  [{ CI_WEBHOOK_SECRET: 'short' }, /^CI_WEBHOOK_SECRET: must have at least 32/],
  [{ CI_WEBHOOK: 'github' }, /^CI_GITHUB_TOKEN: is needed/],
  [{ CI_WEBHOOK: 'github', CI_GITHUB_TOKEN: 't', CI_WEBHOOK_URL: '' }, /^CI_GITHUB_REPOSITORY: is/],
  [{ CI_GITHUB_REPOSITORY: '../x/y' }, /^CI_GITHUB_REPOSITORY: must be owner\/name/],
])('names what is wrong with a call: %o', (variables, message) => {
  expect(() => readEnvironment({ ...signed, ...variables })).toThrow(message);
});

it('needs nothing for a job but where to fetch and where to deploy', () => {
  expect(readJobSettings(bucket)).toMatchObject({
    api: 'https://veldlicht.example',
    token: long,
    target: { kind: 's3', bucket: 'site', region: 'us-east-1', addressing: 'path' },
  });
  expect(readJobSettings(far).target).toMatchObject({ kind: 'rsync', port: 22 });
  const folder = { ...job, DEPLOY_TARGET: 'folder', DEPLOY_FOLDER: '/mnt/site' };
  expect(readJobSettings(folder).target).toEqual({ kind: 'folder', folder: '/mnt/site' });
});

it.each([
  [{ ...bucket, BUILD_API: 'http://veldlicht.example' }, /^BUILD_API: must be an https/],
  [{ ...bucket, BUILD_API: 'https://veldlicht.example/api' }, /^BUILD_API: must be an origin/],
  [{ ...bucket, BUILD_TOKEN: '' }, /^BUILD_TOKEN: is needed/],
  [{ ...job }, /^DEPLOY_TARGET: is needed/],
  [{ ...bucket, DEPLOY_S3_BUCKET: '' }, /^DEPLOY_S3_BUCKET: is needed/],
  [{ ...bucket, DEPLOY_S3_ENDPOINT: 'http://s3.example' }, /^DEPLOY_S3_ENDPOINT: must be https/],
  [{ ...far, DEPLOY_RSYNC_HOST: '-oProxyCommand=id' }, /^DEPLOY_RSYNC_HOST: must be host/],
  [{ ...far, DEPLOY_RSYNC_HOST: 'a@b@c' }, /^DEPLOY_RSYNC_HOST: /],
  [{ ...far, DEPLOY_RSYNC_FOLDER: 'site' }, /^DEPLOY_RSYNC_FOLDER: must be a plain/],
  [{ ...far, DEPLOY_RSYNC_FOLDER: '/srv/$(id)' }, /^DEPLOY_RSYNC_FOLDER: /],
  [{ ...far, DEPLOY_RSYNC_FOLDER: '/srv/../etc' }, /^DEPLOY_RSYNC_FOLDER: /],
  [{ ...far, DEPLOY_RSYNC_FOLDER: '/srv/a b' }, /^DEPLOY_RSYNC_FOLDER: /],
])('names what is wrong with a job: %o', (variables, message) => {
  expect(() => readJobSettings(variables)).toThrow(message);
});
