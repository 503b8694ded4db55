import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';
import { defineConfig, passthroughImageService } from 'astro/config';
import { EARLY_LAYOUT_HASH } from './src/lib/early-layout.ts';

const source = (name: string) => new URL(`./src/${name}`, import.meta.url);

/** Makes `client:interaction` known: an island whose script comes when a visitor begins to act. */
const interactionDirective: AstroIntegration = {
  name: 'veldlicht-interaction-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({
        name: 'interaction',
        entrypoint: source('scripts/client-interaction.ts').pathname,
      }),
  },
};

/** Makes `astro build` compile the pages into one module that exports `render` (architecture §3). */
const bundleAdapter: AstroIntegration = {
  name: 'veldlicht-bundle',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'veldlicht-bundle',
        entrypointResolution: 'auto',
        serverEntrypoint: source('render.ts'),
        adapterFeatures: { buildOutput: 'server' },
        supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
      }),
  },
};

/** Puts the page of SITE_PAGES that belongs to an address into `Astro.locals` (static build only). */
const staticPages: AstroIntegration = {
  name: 'veldlicht-static-pages',
  hooks: {
    'astro:config:setup': ({ addMiddleware }) =>
      addMiddleware({ order: 'pre', entrypoint: source('static-pages.ts') }),
  },
};

export default defineConfig({
  // With SITE_PAGES set, a plain static build of those pages; otherwise the render bundle.
  ...(process.env.SITE_PAGES
    ? { output: 'static', integrations: [react(), interactionDirective, staticPages] }
    : { output: 'server', integrations: [react(), interactionDirective], adapter: bundleAdapter }),
  session: false,
  outDir: process.env.SITE_OUT ?? './dist',
  cacheDir: process.env.SITE_CACHE ?? './node_modules/.astro',
  trailingSlash: 'never',
  compressHTML: true,
  devToolbar: { enabled: false },
  image: { service: passthroughImageService() },
  build: { format: 'file', inlineStylesheets: 'never' },
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ],
      scriptDirective: { resources: ["'self'"], hashes: [EARLY_LAYOUT_HASH] },
      styleDirective: {
        resources: ["'self'", { resource: "'unsafe-inline'", kind: 'attribute' }],
      },
    },
  },
  vite: {
    // Small scripts stay files of their own: cached once for all pages, and no hash in every policy.
    build: { assetsInlineLimit: 0 },
    // The bundle is copied and loaded by the publisher, so it carries its dependencies.
    ssr: { noExternal: true },
    // Settled here: left to the running program, React asks its environment at every element.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  },
});
