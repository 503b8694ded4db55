import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const BASE = '/admin/';
const bootFile = new URL('./src/boot/theme-boot.js', import.meta.url);

/**
 * Puts the boot script into the head as a blocking file of its own: the policy allows no inline
 * script, and a module would run after the first paint.
 */
function themeBoot(): Plugin {
  const source = readFileSync(bootFile, 'utf8');
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  const fileName = `assets/theme-boot-${hash}.js`;
  let serving = false;
  return {
    name: 'theme-boot',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml() {
      const src = BASE + (serving ? 'src/boot/theme-boot.js' : fileName);
      return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
    },
  };
}

/**
 * Writes each language out by itself: texts stand in pairs in their files, and nobody reads both. Not while developing,
 * where a text that changes is to be seen.
 */
function languages(): Plugin {
  return {
    name: 'languages',
    apply: 'build',
    async load(id) {
      const language = /\/src\/i18n\/(en|nl)\.ts$/.exec(id)?.[1];
      if (!language) return null;
      const texts: unknown = (await import(id))[language];
      return `export const ${language} = ${JSON.stringify(texts)};`;
    },
  };
}

/** Where `npm run dev` sends calls: the API of a running product. */
const api = process.env.VITE_API ?? 'http://127.0.0.1:4321';

export default defineConfig({
  base: BASE,
  plugins: [themeBoot(), languages(), react(), tailwindcss()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // Nothing is inlined as data: the policy allows fonts and scripts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        // Not of all pages that share it, by which rolldown calls it.
        chunkFileNames: ({ name }) => `assets/${/^[\w-]*/.exec(name)?.[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 4 },
            // What the sign-in page takes; zod is set up in it before the first schema is made.
            { name: 'start', test: /\/src\/main\.tsx$/, priority: 3 },
            // What every page takes behind it.
            { name: 'panel', test: /\/src\/app\/layout\/admin-layout/, priority: 2 },
            // Chunks made by size may import each other: a schema would extend one that is not there yet.
            { name: 'contract', test: /\/contract\/src\//, minShareCount: 2, priority: 1 },
            {
              name: 'shared',
              test: /./,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 120_000,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/media': api, '/admin/preview': api } },
});
