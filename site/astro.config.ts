import react from '@astrojs/react';
import { defineConfig, passthroughImageService } from 'astro/config';
import { bundleAdapter } from './integrations/bundle-adapter.ts';
import { interactionDirective } from './integrations/interaction-directive.ts';
import { staticPages } from './integrations/static-pages.ts';
import { EARLY_LAYOUT_HASH } from './src/lib/early-layout.ts';

/** With SITE_PAGES set, a plain static build of those pages; otherwise the render bundle. */
const pagesFile = process.env.SITE_PAGES;

export default defineConfig({
  ...(pagesFile
    ? { output: 'static', integrations: [react(), interactionDirective(), staticPages()] }
    : {
        output: 'server',
        integrations: [react(), interactionDirective()],
        adapter: bundleAdapter(),
      }),
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
