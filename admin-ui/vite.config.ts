import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { zipOf } from './plug-in-zip.ts';

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
 * Splits the texts by language and part, since their files hold both languages. Not during development, where changed
 * texts must reload.
 */
function languages(): Plugin {
  return {
    name: 'languages',
    apply: 'build',
    async load(id) {
      if (!/\/src\/i18n\/parts\/[\w-]+\.ts$/.test(id)) return null;
      const { texts } = await import(id);
      return `export const texts = ${JSON.stringify(texts)};`;
    },
  };
}

/**
 * Imports shared chunks directly. For each of their modules that is also imported dynamically, rolldown writes a
 * facade: a file of a few bytes that re-exports it, and costs a request.
 */
function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        for (const { code, facadeModuleId, fileName } of chunks) {
          const home = chunks.find(({ moduleIds }) => moduleIds.includes(facadeModuleId ?? ''));
          if (!home || home.fileName === fileName) continue;
          const [, given = ''] = /export\{(.+?)\}/.exec(code) ?? [];
          const names = given.replaceAll(
            /([\w$]+)(?: as ([\w$]+))?/g,
            (_, short, name = short) => `${name}:m.${short}`,
          );
          const [facade, shared] = [path.basename(fileName), path.basename(home.fileName)];
          for (const chunk of chunks)
            chunk.code = chunk.code
              .replaceAll(
                `import(\`./${facade}\`)`,
                `import(\`./${shared}\`).then(m=>({${names}}))`,
              )
              .replaceAll(facade, shared);
          delete bundle[fileName];
        }
      },
    },
  };
}

const plugIn = new URL('../integrations/lightroom/veldlicht.lrplugin', import.meta.url);

/** Packs the plug-in for Lightroom, and passes its address to the panel. */
function lightroomPlugIn(): Plugin {
  const source = zipOf(fileURLToPath(plugIn));
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  const fileName = `assets/veldlicht-lightroom-${hash}.zip`;
  return {
    name: 'lightroom-plug-in',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    load(id) {
      if (!id.endsWith('/features/account/plug-in.ts')) return null;
      return `export const plugInAddress = ${JSON.stringify(BASE + fileName)};`;
    },
  };
}

/** API of a running product, for `npm run dev`. */
const api = process.env.VITE_API ?? 'http://127.0.0.1:4321';

export default defineConfig({
  base: BASE,
  plugins: [themeBoot(), languages(), withoutFacades(), lightroomPlugIn(), react(), tailwindcss()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // Nothing is inlined as data: the policy allows fonts and scripts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        // Short names: rolldown joins the names of all pages that share a chunk.
        chunkFileNames: ({ name }) => `assets/${/^[\w-]*/.exec(name)?.[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(?:react|react-dom|scheduler)\//,
              priority: 9,
            },
            // The pages before signing in; below, what every page of the panel shares.
            { name: 'start', test: /\/src\/main\.tsx$/, priority: 8 },
            // Chunks split by size may import each other: a schema would extend an undefined one.
            {
              name: 'contract',
              test: /\/contract\/src\/(?!markdown|story-words|moving|edited-fields)|node_modules\/zod\/|\/sign-in-schemas\.ts$/,
              priority: 7,
            },
            { name: 'panel', test: /\/src\/app\/router\.tsx$|lucide-react/, priority: 6 },
            { name: 'dashboard', test: /\/dashboard-page\.tsx$/, priority: 6 },
            { name: 'media', test: /\/features\/media\/media-page\.tsx$/, priority: 5 },
            {
              name: 'dialogs',
              test: /\/src\/app\/set-up\.tsx$|\/set-up-alert\.tsx$|\/words-question\.tsx$|\/components\/(?!mail-notice|paged-table)|base-ui/,
              priority: 4,
            },
            {
              name: 'media-forms',
              test: /\/features\/media\/(?!bulk-upload)|\/features\/species\/species-field|\/edited-fields\.ts$/,
              priority: 3,
            },
            { name: 'nature', test: /\/features\/species\//, priority: 2 },
            {
              name: 'office',
              test: /\/features\/(?:account|contacts|history|users|visits|website-settings|moving)\/|\/contract\/src\/moving\.ts$/,
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/media': api, '/admin/preview': api } },
});
