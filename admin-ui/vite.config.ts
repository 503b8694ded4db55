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

/** Where `npm run dev` sends calls: the API of a running product. */
const api = process.env.VITE_API ?? 'http://127.0.0.1:4321';

export default defineConfig({
  base: BASE,
  plugins: [themeBoot(), react(), tailwindcss()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // Nothing is inlined as data: the policy allows fonts and scripts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One chunk, so that zod is set up before the first schema is made.
            { name: 'contract', test: /node_modules\/zod\/|\/contract\/src\/|zod-setup/ },
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/media': api, '/admin/preview': api } },
});
