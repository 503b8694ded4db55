/**
 * Loaded into a program that is measured: at SIGUSR2 it collects its garbage (`--expose-gc`), writes what is left into
 * the file `TELL_MEMORY`, and with `TELL_MEMORY_HEAP` a heap snapshot beside it.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';

const file = process.env.TELL_MEMORY;
setFlagsFromString('--expose-gc');
if (file)
  process.on('SIGUSR2', () => {
    globalThis.gc?.();
    globalThis.gc?.();
    if (process.env.TELL_MEMORY_HEAP) writeHeapSnapshot(`${file}.${Date.now()}.heapsnapshot`);
    writeFileSync(`${file}.tmp`, JSON.stringify(process.memoryUsage()));
    renameSync(`${file}.tmp`, file);
  });
