import { expect, it } from 'vitest';
import { isSecureOrigin, readEnvironment } from './environment.ts';
import { readJobSettings } from './job-environment.ts';

it('has a default for every variable', () => {
  expect(readEnvironment({})).toMatchObject({
    port: 4321,
    host: '127.0.0.1',
    publicOrigin: 'http://localhost:4321',
    dataDir: './data',
    owner: {},
    trustedProxy: undefined,
  });
});

it('treats an empty variable as unset', () => {
  expect(readEnvironment({ PORT: '', PUBLIC_ORIGIN: '', ADMIN_PASSWORD: '' })).toEqual(
    readEnvironment({}),
  );
});

it('removes a slash at the end of the origin', () => {
  expect(readEnvironment({ PUBLIC_ORIGIN: 'https://foto.example/' }).publicOrigin).toBe(
    'https://foto.example',
  );
});

it.each([
  [{ PORT: 'abc' }, /^PORT: /],
  [{ PORT: '70000' }, /^PORT: /],
  [{ PUBLIC_ORIGIN: 'example.nl' }, /^PUBLIC_ORIGIN: must be an origin/],
  [{ PUBLIC_ORIGIN: 'https://example.nl/pad' }, /^PUBLIC_ORIGIN: must be an origin/],
  [{ PUBLIC_ORIGIN: 'ftp://example.nl' }, /^PUBLIC_ORIGIN: must be an origin/],
  [{ ADMIN_PASSWORD: 'kort' }, /^ADMIN_PASSWORD: must have at least 12/],
  [{ ADMIN_EMAIL: 'geen' }, /^ADMIN_EMAIL: /],
  [{ LOG_LEVEL: 'luid' }, /^LOG_LEVEL: /],
  [{ SMTP_URL: 'mail.example.nl' }, /^SMTP_URL: must be an address such as smtps:/],
  [{ SMTP_URL: 'https://mail.example.nl' }, /^SMTP_URL: /],
  [{ SMTP_URL: 'smtp://eva%:x@mail.example.nl' }, /^SMTP_URL: /],
  [{ MAIL_FROM: 'geen' }, /^MAIL_FROM: /],
])('names the variable that is wrong: %o', (variables, message) => {
  expect(() => readEnvironment(variables)).toThrow(message);
});

it.each([
  [{}, 'noreply@localhost'],
  [{ PUBLIC_ORIGIN: 'https://foto.example' }, 'noreply@foto.example'],
  [{ SMTP_URL: 'smtps://eva%40foto.example:geheim@mail.example' }, 'eva@foto.example'],
  [{ SMTP_URL: 'smtps://eva:geheim@mail.example', MAIL_FROM: 'a@b.nl' }, 'a@b.nl'],
])('sends mail from an address that the mail server accepts: %o', (variables, from) => {
  expect(readEnvironment(variables).mail.from).toBe(from);
});

it('knows which origins browsers treat as secure', () => {
  expect(
    ['https://a.nl', 'http://localhost:1', 'http://127.0.0.1:1', 'http://192.168.1.2'].map(
      isSecureOrigin,
    ),
  ).toEqual([true, true, true, false]);
});

const bucket = {
  STORAGE: 's3',
  S3_ENDPOINT: 'https://s3.example.nl/',
  S3_BUCKET: 'veldlicht',
  S3_ACCESS_KEY_ID: 'ID',
  S3_SECRET_ACCESS_KEY: 'SECRET',
};

it('stores originals on disk unless a bucket is set', () => {
  expect(readEnvironment({ ...bucket, STORAGE: '' }).storage).toEqual({ kind: 'disk' });
  expect(readEnvironment(bucket).storage).toEqual({
    kind: 's3',
    endpoint: 'https://s3.example.nl',
    bucket: 'veldlicht',
    region: 'us-east-1',
    accessKeyId: 'ID',
    secretAccessKey: 'SECRET',
    addressing: 'path',
  });
});

it.each([
  [{ STORAGE: 'ftp' }, /^STORAGE: /],
  [{ S3_ENDPOINT: '' }, /^S3_ENDPOINT: is needed with STORAGE=s3$/],
  [{ S3_BUCKET: '' }, /^S3_BUCKET: is needed/],
  [{ S3_ACCESS_KEY_ID: '' }, /^S3_ACCESS_KEY_ID: is needed/],
  [{ S3_SECRET_ACCESS_KEY: '' }, /^S3_SECRET_ACCESS_KEY: is needed/],
  [{ S3_ENDPOINT: 'https://s3.example.nl/bucket' }, /^S3_ENDPOINT: must be an origin/],
  [{ S3_BUCKET: 'Foto/x' }, /^S3_BUCKET: must be the name of a bucket/],
  [{ S3_ADDRESSING: 'dns' }, /^S3_ADDRESSING: /],
  [
    { S3_ENDPOINT: 'http://s3.example.nl', PUBLIC_ORIGIN: 'https://example.nl' },
    /^S3_ENDPOINT: must be https/,
  ],
])('refuses an invalid bucket without printing its key: %o', (change, text) => {
  const read = () => readEnvironment({ ...bucket, ...change });
  expect(read).toThrow(text);
  expect(read).not.toThrow(/SECRET$/);
});

const long = 'x'.repeat(32);
const signed = {
  PUBLISH_MODE: 'ci',
  BUILD_TOKEN: long,
  CI_WEBHOOK: 'signed',
  CI_WEBHOOK_URL: 'https://ci.example/hook',
  CI_WEBHOOK_SECRET: long,
};
const job = { BUILD_API: 'https://veldlicht.example', BUILD_TOKEN: long };
const far = { ...job, DEPLOY_TARGET: 'site:bucket' };

it('builds on this machine by default', () => {
  expect(readEnvironment({}).publish).toEqual({ mode: 'local' });
  expect(readEnvironment({ ...signed, PUBLISH_MODE: '' }).publish).toEqual({ mode: 'local' });
});

it('reads both kinds of webhook', () => {
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
])('names the invalid variable of a webhook: %o', (variables, message) => {
  expect(() => readEnvironment({ ...signed, ...variables })).toThrow(message);
});

it('needs only the API and a target for a job', () => {
  const source = {
    ...far,
    PATH: '/bin',
    HOME: '/root',
    RCLONE_CONFIG: '/srv/rclone.conf',
    RCLONE_CONFIG_SITE_TYPE: 's3',
    RCLONE_CONFIG_SITE_ENDPOINT: '',
    RCLONE_DELETE_EXCLUDED: 'true',
    GITHUB_TOKEN: 'secret',
  };
  expect(readJobSettings(source)).toEqual({
    api: 'https://veldlicht.example',
    token: long,
    target: {
      place: 'site:bucket',
      environment: {
        PATH: '/bin',
        HOME: '/root',
        RCLONE_CONFIG: '/srv/rclone.conf',
        RCLONE_CONFIG_SITE_TYPE: 's3',
      },
    },
  });
  const places = ['/srv/site', 'my-site:', 'site:/var/www/my site'];
  for (const place of places)
    expect(readJobSettings({ ...job, DEPLOY_TARGET: place }).target.place).toBe(place);
});

it.each([
  [{ ...far, BUILD_API: 'http://veldlicht.example' }, /^BUILD_API: must be an https/],
  [{ ...far, BUILD_API: 'https://veldlicht.example/api' }, /^BUILD_API: must be an origin/],
  [{ ...far, BUILD_TOKEN: '' }, /^BUILD_TOKEN: is needed/],
  [{ ...job }, /^DEPLOY_TARGET: is needed/],
  [{ ...job, DEPLOY_TARGET: 's3' }, /^DEPLOY_TARGET: must be an rclone target/],
  [{ ...job, DEPLOY_TARGET: 'site' }, /^DEPLOY_TARGET: /],
  [{ ...job, DEPLOY_TARGET: '--config=x:' }, /^DEPLOY_TARGET: /],
  // The arguments of processes are visible to every user of the machine.
  [{ ...job, DEPLOY_TARGET: ':s3,secret_access_key=x:bucket' }, /^DEPLOY_TARGET: /],
  [{ ...job, DEPLOY_TARGET: 'site,secret_access_key=x:bucket' }, /^DEPLOY_TARGET: /],
  [{ ...far, DEPLOY_S3_BUCKET: 'site' }, /^DEPLOY_S3_BUCKET: is not read any more; name the place/],
  [{ ...far, DEPLOY_RSYNC_HOST: 'web' }, /^DEPLOY_RSYNC_HOST: is not read any more/],
  [{ ...far, DEPLOY_FOLDER: '/mnt/site' }, /^DEPLOY_FOLDER: is not read any more/],
])('names the invalid variable of a job: %o', (variables, message) => {
  expect(() => readJobSettings(variables)).toThrow(message);
});
