/** Runs Lighthouse, each time in a new browser, and weighs pages. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ADDRESS_BAR_FEATURES, systemBrowser } from '@veldlicht/scripts/launch-browser';
import { median } from './programs.ts';

const root = path.join(import.meta.dirname, '../..');
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const WITHIN_MS = 300_000;
/** Number of attempts, as a browser may not answer in time on a busy machine. */
const TRIES = 3;
/** Includes the list of Lighthouse's launcher, since a browser reads only the last such option. */
const SWITCHED_OFF = [
  'Translate',
  'OptimizationHints',
  'MediaRouter',
  'DialMediaRouteProvider',
  'CalculateNativeWinOcclusion',
  'InterestFeedContentSuggestions',
  'CertificateTransparencyComponentUpdater',
  'AutofillServerCommunication',
  'PrivacySandboxSettings4',
  'RenderDocument',
  ...ADDRESS_BAR_FEATURES,
].join();

/** A response while the page loads; `transferSize` includes headers. */
interface NetworkAnswer {
  url: string;
  resourceType: string;
  transferSize: number;
}

interface Report {
  runtimeError?: { message: string };
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items?: unknown[] } } | undefined>;
}

async function inspect(address: string, folder: string): Promise<Report> {
  const out = path.join(mkdtempSync(path.join(folder, 'lighthouse-')), 'report.json');
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${out}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    '--no-enable-error-reporting',
    `--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage --disable-features=${SWITCHED_OFF}`,
  ];
  const browser = systemBrowser();
  await promisify(execFile)(
    path.join(root, 'node_modules/.bin/lighthouse'),
    [address, ...options],
    { timeout: WITHIN_MS, env: { ...process.env, ...(browser ? { CHROME_PATH: browser } : {}) } },
  );
  // Cast: the report format of the locked version.
  const report = JSON.parse(readFileSync(out, 'utf8')) as Report;
  rmSync(path.dirname(out), { recursive: true });
  if (report.runtimeError) throw new Error(`${address}: ${report.runtimeError.message}`);
  return report;
}

async function inspectPatiently(address: string, folder: string): Promise<Report> {
  for (let left = TRIES - 1; left > 0; left--) {
    const report = await inspect(address, folder).catch(() => null);
    if (report) return report;
  }
  return inspect(address, folder);
}

/** Bytes of the body with gzip. */
async function gzipBytes(address: string): Promise<number> {
  const curl = ['-sf', '-H', 'accept-encoding: gzip', '-o', '/dev/null', '-w', '%{size_download}'];
  const { stdout } = await promisify(execFile)('curl', [...curl, address]);
  return Number(stdout);
}

/** Weighs a page; `answers` are all its responses. */
async function weighPage(answers: NetworkAnswer[]) {
  const kind = (type: string) => answers.filter(({ resourceType }) => resourceType === type);
  const sent = (type: string) =>
    kind(type).reduce((sum, { transferSize }) => sum + transferSize, 0);
  const gzip = async (type: string) => {
    const sizes = await Promise.all([...new Set(kind(type).map(({ url }) => url))].map(gzipBytes));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const [html, css, js] = [await gzip('Document'), await gzip('Stylesheet'), await gzip('Script')];
  return {
    requests: answers.length,
    htmlGzip: html,
    cssGzip: css,
    jsGzip: js,
    htmlCssJsGzip: html + css + js,
    fontBytes: sent('Font'),
    imageBytes: sent('Image'),
  };
}

/**
 * Inspects a page with Lighthouse's phone and slow connection. Times and the performance score are medians of `runs`;
 * layout shift and other scores are the worst of them.
 */
export async function inspectPage(address: string, runs: number, folder: string) {
  const reports: Report[] = [];
  for (let i = 0; i < runs; i++) reports.push(await inspectPatiently(address, folder));
  const marks = (name: (typeof CATEGORIES)[number]) =>
    reports.map(({ categories }) => Math.round(100 * (categories[name].score ?? Number.NaN)));
  const values = (id: string) =>
    reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN);
  const items = reports[0]?.audits['network-requests']?.details?.items ?? [];
  return {
    runs,
    performance: median(marks('performance')),
    accessibility: Math.min(...marks('accessibility')),
    bestPractices: Math.min(...marks('best-practices')),
    seo: Math.min(...marks('seo')),
    lcpMs: median(values('largest-contentful-paint')),
    cls: Math.max(...values('cumulative-layout-shift')),
    tbtMs: median(values('total-blocking-time')),
    ...(await weighPage(items as NetworkAnswer[])), // the format of the audit
  };
}
