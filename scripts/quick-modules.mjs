// Loaded before the programs. Node reads the package.json of a package anew for every module of it, and
// for every import of it, to learn formats and exports. drizzle-orm's is 180 kB, which costs seconds and
// much garbage at each start. The modules of these packages, and ours, are all ES modules and name each
// other with their extension, so nothing is to be read; what is imported by name is looked up once.
import { registerHooks } from 'node:module';

const isWithin = /\/node_modules\/(?:drizzle-orm|hono|zod)\//;
const isNamed = /^(?:drizzle-orm|hono|zod|@veldlicht)(?:\/|$)/;
const known = new Map();

/** The format of what a module imports by its place, where that is known. */
function formatOf(specifier, parent) {
  if (!specifier.startsWith('.')) return null;
  if (specifier.endsWith('.js')) return isWithin.test(parent) ? 'module' : null;
  const isOurs = specifier.endsWith('.ts') && !parent.includes('/node_modules/');
  return isOurs ? 'module-typescript' : null;
}

/** What an import by name is remembered by: `#` stands for another folder in each workspace. */
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
