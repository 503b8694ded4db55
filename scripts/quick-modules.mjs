// Loaded before the programs. Node rereads a package.json for each module and each import to find formats and exports;
// drizzle-orm's has 180 kB, which takes seconds at each start. These packages and ours have only ES modules that import
// each other with extensions, so their format is known; imports by name are resolved once.
import { registerHooks } from 'node:module';

const isWithin = /\/node_modules\/(?:drizzle-orm|hono|zod)\//;
const isNamed = /^(?:drizzle-orm|hono|zod|@veldlicht)(?:\/|$)/;
const known = new Map();

/** Format of a relative import, if known. */
function formatOf(specifier, parent) {
  if (!specifier.startsWith('.')) return null;
  if (specifier.endsWith('.js')) return isWithin.test(parent) ? 'module' : null;
  const isOurs = specifier.endsWith('.ts') && !parent.includes('/node_modules/');
  return isOurs ? 'module-typescript' : null;
}

/** Cache key of an import by name; `#` imports differ by workspace. */
function keyOf(specifier, parent) {
  const workspace = parent.slice(0, Math.max(0, parent.lastIndexOf('/src/')));
  if (specifier.startsWith('#')) return workspace && workspace + specifier;
  return isNamed.test(specifier) ? specifier : null;
}

registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    const format = formatOf(specifier, parent);
    if (format) return { url: new URL(specifier, parent).href, format, shortCircuit: true };
    const key = keyOf(specifier, parent);
    if (!key) return next(specifier, context);
    const found = known.get(key) ?? next(specifier, context);
    known.set(key, found);
    return { ...found, shortCircuit: true };
  },
});
