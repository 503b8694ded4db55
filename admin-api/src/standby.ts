/** Serves what can be served without a database, until it is told to end: `standby.ts <facts>`. */
import { readEnvironment } from '@veldlicht/contract/environment';
import { databaseFaults } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';
import { z } from 'zod';
import { createStandbyApp } from '#serving/standby-app.ts';
import { closeServer, createHttpServer, listen } from './http-server.ts';

const GRACE_MS = 2000;

const facts = z.object({
  fault: z.enum(databaseFaults),
  newestBackup: z.number().nullable(),
});

const environment = readEnvironment(process.env);
const server = createHttpServer(
  createStandbyApp({
    folder: dataFolder(environment.dataDir),
    publicOrigin: environment.publicOrigin,
    facts: facts.parse(JSON.parse(process.argv[2] ?? '')),
  }),
);
try {
  const port = await listen(server, environment.port, environment.host);
  process.send?.({ type: 'listening', url: `http://${environment.host}:${port}` });
  const end = () => void closeServer(server, GRACE_MS).then(() => process.exit(0));
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(event, end);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
