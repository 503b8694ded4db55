/** `npm run check`: format, lint and types. */
import { checks, runCheck } from './checks.ts';

let failed = 0;
for (const check of checks) if (!(await runCheck(check))) failed++;
process.exit(failed === 0 ? 0 : 1);
