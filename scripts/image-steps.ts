/** The steps of the Dockerfile, for running them without a container engine (pure). */

export interface ImageStep {
  stage: string;
  /** Where it runs. */
  folder: string;
  command: string;
}

/** Every RUN of the file, in order. Only what the Dockerfile uses is understood. */
export function imageSteps(dockerfile: string): ImageStep[] {
  let stage = '';
  let folder = '/';
  const steps: ImageStep[] = [];
  for (const line of dockerfile.split('\n')) {
    const [word = '', ...rest] = line.split(' ');
    if (word === 'FROM') {
      stage = / AS (\w+)$/.exec(line)?.[1] ?? '';
      folder = '/';
    }
    if (word === 'WORKDIR') folder = rest.join(' ');
    if (word === 'RUN') steps.push({ stage, folder, command: rest.join(' ') });
  }
  return steps;
}
