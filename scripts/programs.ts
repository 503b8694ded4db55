/** The programs that run all the time, and how. */

export interface ProgramFacts {
  /** From the root of the project. */
  file: string;
  args: string[];
  /**
   * Options of Node. On a machine with much memory V8 lets garbage pile up to hundreds of megabytes
   * before it looks; a smaller young generation and an honest ceiling keep both programs modest.
   */
  nodeOptions: string[];
  /** Set unless the environment says otherwise. */
  variables: Record<string, string>;
  /** Once it says `alive` it does so all the time; silent for this long, in milliseconds, it hangs and is ended. */
  patienceMs: number;
}

/** The option of Node that loads packages quickly. */
export const quickModules = `--import=${new URL('./quick-modules.mjs', import.meta.url).href}`;

const common = ['--disable-warning=ExperimentalWarning', quickModules];

export const programs = {
  api: {
    file: 'admin-api/src/main.ts',
    args: [],
    nodeOptions: [...common, '--max-semi-space-size=4'],
    variables: {},
    // It may be the one that serves the site: back within a minute.
    patienceMs: 45_000,
  },
  /** The ceiling holds a hundred thousand items with room to spare (ten thousand take 30 MB). */
  worker: {
    file: 'content-build/src/main.ts',
    args: ['worker'],
    nodeOptions: [
      ...common,
      '--max-semi-space-size=8',
      '--max-old-space-size=384',
      // Or it would collect thirty megabytes of what stays after every other publish of an edit.
      '--initial-heap-size=48',
    ],
    // glibc gives every thread a heap of its own, and each keeps holes. With two the worker took 200 instead of
    // 240 MB after fifty publishes, and it levels off.
    variables: { MALLOC_ARENA_MAX: '2' },
    // It works without a pause while it projects a large library from nothing.
    patienceMs: 120_000,
  },
} satisfies Record<string, ProgramFacts>;
