/** Global setup of the journeys: a data folder with a published first site, which every journey copies. */
import { startProduct, TEMPLATE_VARIABLE } from './product.ts';

/** Starts the product once and stops it; returns a function that removes the folder. */
export async function setup(): Promise<() => void> {
  const product = await startProduct();
  const code = await product.stop();
  if (code !== 0) throw new Error(`The product did not stop:\n${product.output()}`);
  process.env[TEMPLATE_VARIABLE] = product.dataDir;
  return product.remove;
}
