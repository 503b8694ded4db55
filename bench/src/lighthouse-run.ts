/** Lighthouse from the command line, each run in a browser of its own, and what we keep of a report. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ADDRESS_BAR_FEATURES, systemBrowser } from '@veldlicht/scripts/launch-browser';
import { median } from './programs.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type CategoryName = (typeof CATEGORIES)[number];
const WITHIN_MS = 300_000;
/** What Lighthouse's own launcher switches off: of two such lists a browser reads the last one. */
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

/** One answer from the network while the page was loaded. */
export interface NetworkAnswer {
  url: string;
  resourceType: string;
  /** As it was sent, headers included. */
  transferSize: number;
}

interface Audit {
  score: number | null;
  numericValue?: number;
  details?: { items?: unknown[] };
}

interface Report {
  runtimeError?: { message: string };
  categories: Record<
    CategoryName,
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, Audit | undefined>;
}

/** On a busy machine a browser may not answer in time: that run is done again. */
async function inspect(address: string, folder: string, triesLeft = 2): Promise<Report> {
  try {
    return await inspectOnce(address, folder);
  } catch (error) {
    if (triesLeft === 0) throw error;
    return inspect(address, folder, triesLeft - 1);
  }
}

async function inspectOnce(address: string, folder: string): Promise<Report> {
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
  await run(path.join(root, 'node_modules/.bin/lighthouse'), [address, ...options], {
    timeout: WITHIN_MS,
    env: { ...process.env, ...(browser ? { CHROME_PATH: browser } : {}) },
  });
  // Written by the program named above, in the version that the lock file names.
  const report = JSON.parse(readFileSync(out, 'utf8')) as Report;
  rmSync(path.dirname(out), { recursive: true });
  if (report.runtimeError) throw new Error(`${address}: ${report.runtimeError.message}`);
  return report;
}

function durationsOf(audit: Audit | undefined): number[] {
  // Both audits of tasks list them so.
  const items = (audit?.details?.items ?? []) as { duration: number }[];
  return items.map(({ duration }) => duration);
}

function figuresOf({ audits, categories }: Report) {
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const score = (name: CategoryName) => Math.round(100 * (categories[name].score ?? Number.NaN));
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcpMs: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbtMs: value('total-blocking-time'),
    /** On this machine as it is, and as Lighthouse reckons it for a phone (from 50 ms up). */
    longestTaskMs: Math.max(0, ...durationsOf(audits['main-thread-tasks'])),
    longestTaskOnPhoneMs: Math.max(0, ...durationsOf(audits['long-tasks'])),
  };
}
export type LighthouseFigures = ReturnType<typeof figuresOf>;

/** Audits below full marks: those that count for a score, and those that only advise. */
function remarksOf({ audits, categories }: Report): { counted: string[]; advice: string[] } {
  const isLow = (id: string) => {
    const { score = null } = audits[id] ?? {};
    return score !== null && score < 1;
  };
  const refs = CATEGORIES.flatMap((name) => categories[name].auditRefs).filter(({ id }) =>
    isLow(id),
  );
  const ids = (counts: boolean) => [
    ...new Set(refs.filter(({ weight }) => weight > 0 === counts).map(({ id }) => id)),
  ];
  return { counted: ids(true), advice: ids(false) };
}

export interface Inspection {
  runs: number;
  /** Median of every figure by itself; the layout shift and the lowest marks are the worst. */
  figures: LighthouseFigures;
  remarks: { counted: string[]; advice: string[] };
  answers: NetworkAnswer[];
}

/** Inspects a page with the phone and the slow line that Lighthouse assumes. */
export async function inspectPage(
  address: string,
  runs: number,
  folder: string,
): Promise<Inspection> {
  const reports: Report[] = [];
  for (let i = 0; i < runs; i++) reports.push(await inspect(address, folder));
  const all = reports.map(figuresOf);
  const remarks = reports.map(remarksOf);
  const [first] = reports;
  const keys = Object.keys(all[0] ?? {}) as (keyof LighthouseFigures)[]; // of an object made above
  const medians = Object.fromEntries(
    keys.map((key) => [key, median(all.map((figures) => figures[key]))]),
  ) as unknown as LighthouseFigures; // the same keys again
  const lowest = (key: keyof LighthouseFigures) => Math.min(...all.map((one) => one[key]));
  return {
    runs,
    figures: {
      ...medians,
      accessibility: lowest('accessibility'),
      bestPractices: lowest('bestPractices'),
      seo: lowest('seo'),
      cls: Math.max(...all.map(({ cls }) => cls)),
    },
    remarks: {
      counted: [...new Set(remarks.flatMap(({ counted }) => counted))],
      advice: [...new Set(remarks.flatMap(({ advice }) => advice))],
    },
    answers: (first?.audits['network-requests']?.details?.items ?? []) as NetworkAnswer[],
  };
}
