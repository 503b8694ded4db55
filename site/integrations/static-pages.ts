import type { AstroIntegration } from 'astro';

/** Puts the page of SITE_PAGES that belongs to an address into `Astro.locals` (static build only). */
export function staticPages(): AstroIntegration {
  return {
    name: 'veldlicht-static-pages',
    hooks: {
      'astro:config:setup': ({ addMiddleware }) =>
        addMiddleware({
          order: 'pre',
          entrypoint: new URL('../src/static/page-middleware.ts', import.meta.url),
        }),
    },
  };
}
