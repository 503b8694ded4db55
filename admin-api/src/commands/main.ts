/** `npm run user -- …`: accounts, for the site builder at the terminal. */
import { runCommandLine } from './command-line.ts';

const { code, out, err } = await runCommandLine(process.argv.slice(2), process.env);
if (out) console.log(out);
if (err) console.error(err);
process.exitCode = code;
