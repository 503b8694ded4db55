/** Global setup of the journeys: a data folder whose first site is published, which every journey copies. */
import { startProduct, TEMPLATE_VARIABLE } from './product.ts';

/** Starts the product once and stops it; answers what removes the folder again. */
export async function setup(): Promise<() => void> {
  const product = await startProduct();
  const code = await product.stop();
  if (code !== 0) throw new Error(`The product did not stop:\n${product.output()}`);
  process.env[TEMPLATE_VARIABLE] = product.dataDir;
  return product.remove;
}
