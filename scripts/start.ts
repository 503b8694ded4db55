/** `npm start`: takes a fresh clone to a running site. */
import path from 'node:path';
import { type Environment, readEnvironment } from '@veldlicht/contract/environment';
import { explain } from '@veldlicht/contract/terminal-error';
import { DatabaseError } from '@veldlicht/database/connection';
import { compileAll } from './compile.ts';
import { onNpmEnd } from './npm-end.ts';
import { type Product, requireWritable, StartError, startClosed, startProduct } from './product.ts';
import { DAMAGED } from './supervisor.ts';
import { startWatchdog } from './watchdog.ts';

/** Prints in one write, so that a program that waits for the addresses gets the password too. */
function greet({ owner }: Product, origin: string): void {
  const addresses = `\n  Site   ${origin}\n  Admin  ${origin}/admin\n`;
  const account = owner
    ? `\n  Sign in as   ${owner.username}\n  Password     ${owner.password}   (shown this once)\n`
    : '';
  console.log(addresses + account);
}

/** Stops the running programs; resolves with the exit code. */
let end: () => Promise<number> = async () => 0;
let ending = false;

function onStop(): void {
  if (ending) return;
  ending = true;
  void end().then((code) => process.exit(code));
}

/** Runs the product or, while its database can't be used, only the API, which reports why (decision 011). */
async function run(environment: Environment): Promise<void> {
  while (!ending) {
    const starting = startProduct(environment);
    // Set before the start is complete, so that a stop during it leaves nothing running.
    end = async () => {
      await (await starting.catch(() => null))?.stop();
      return 0;
    };
    try {
      const product = await starting;
      greet(product, environment.publicOrigin);
      await product.damaged;
      await product.stop();
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      const closed = startClosed(environment, error);
      end = async () => {
        await closed.stop();
        return DAMAGED;
      };
      await closed.repaired;
    }
  }
}

startWatchdog(process.env);
try {
  const environment = readEnvironment(process.env);
  requireWritable(path.resolve(environment.dataDir));
  await compileAll((line) => console.log(line));
  process.once('SIGTERM', onStop);
  process.once('SIGINT', onStop);
  onNpmEnd(onStop);
  await run(environment);
} catch (error) {
  console.error(explain(error));
  process.exit(error instanceof StartError ? error.exitCode : 1);
}
