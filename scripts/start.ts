/** `npm start`: everything from a fresh clone to a running site. */
import { EnvironmentError, readEnvironment } from '@veldlicht/contract/environment';
import { DatabaseError } from '@veldlicht/database/connection';
import { compileAll } from './compile.ts';
import { onNpmEnd } from './npm-end.ts';
import { type Product, StartError, startProduct } from './supervisor.ts';

/** In one piece: whoever waits for the addresses has the password with them. */
function greet({ owner }: Product, origin: string): void {
  const addresses = `\n  Site   ${origin}\n  Admin  ${origin}/admin\n`;
  const account = owner
    ? `\n  Sign in as   ${owner.username}\n  Password     ${owner.password}   (shown this once)\n`
    : '';
  console.log(addresses + account);
}

/** Known reasons are one clear line; anything else is a defect and shows where it came from. */
function explain(error: unknown): string {
  if (error instanceof EnvironmentError) return `The configuration is wrong: ${error.message}`;
  if (error instanceof StartError || error instanceof DatabaseError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  const environment = readEnvironment(process.env);
  compileAll((line) => console.log(line));
  const starting = startProduct(environment);
  // From the first moment on, so that a stop during the start leaves nothing behind either.
  const stop = async () => {
    const product = await starting.catch(() => null);
    await product?.stop();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  onNpmEnd(() => void stop());
  greet(await starting, environment.publicOrigin);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
