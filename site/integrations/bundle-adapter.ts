import type { AstroIntegration } from 'astro';

/** Makes `astro build` compile the pages into one module that exports `render` (architecture §3). */
export function bundleAdapter(): AstroIntegration {
  const name = 'veldlicht-bundle';
  return {
    name,
    hooks: {
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          name,
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('../src/render.ts', import.meta.url),
          adapterFeatures: { buildOutput: 'server' },
          supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
        }),
    },
  };
}
