/** Says in one line which variable is wrong and how. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}
