/** The long-running programs. */

export interface ProgramFacts {
  /** From the root of the project. */
  file: string;
  args: string[];
  /**
   * Options of Node. On a machine with much memory V8 lets hundreds of megabytes of garbage pile up; a smaller young
   * generation and a heap limit prevent that.
   */
  nodeOptions: string[];
  /** Defaults of environment variables. */
  variables: Record<string, string>;
  /** Milliseconds without an `alive` message, counted from the first one, after which it is killed. */
  patienceMs: number;
}

/** Option of Node that speeds up loading of packages. */
export const quickModules = `--import=${new URL('./quick-modules.mjs', import.meta.url).href}`;

const common = ['--disable-warning=ExperimentalWarning', quickModules];

export const programs = {
  api: {
    file: 'admin-api/src/main.ts',
    args: [],
    nodeOptions: [...common, '--max-semi-space-size=4'],
    variables: {},
    // It may serve the site, so it must be back within a minute.
    patienceMs: 45_000,
  },
  /** The limit fits a hundred thousand items (ten thousand take 30 MB). */
  worker: {
    file: 'content-build/src/main.ts',
    args: ['worker'],
    nodeOptions: [
      ...common,
      '--max-semi-space-size=8',
      '--max-old-space-size=384',
      // Avoids a full collection after every other publish.
      '--initial-heap-size=48',
    ],
    // glibc has a heap per thread, which fragments. With two heaps the worker stays at 200 MB after fifty publishes,
    // instead of 240 MB.
    variables: { MALLOC_ARENA_MAX: '2' },
    // The first projection of a large library blocks it.
    patienceMs: 120_000,
  },
} satisfies Record<string, ProgramFacts>;
