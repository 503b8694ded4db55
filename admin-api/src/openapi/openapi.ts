/** Builds the OpenAPI 3.1 document from the contract's schemas, the operations and the table of routes. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type ErrorCode, errorBody } from '@veldlicht/contract/error';
import { z } from 'zod';
import { AppError } from '#http/app-error.ts';
import { routeTable } from '#testing/route-table.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { accountOperations } from './account-operations.ts';
import { contentOperations } from './content-operations.ts';
import type { Operation, Operations } from './operation.ts';
import { siteOperations } from './site-operations.ts';

export const operations: Operations = {
  ...accountOperations,
  ...contentOperations,
  ...siteOperations,
};

/** JSON Schema 2020-12, which OpenAPI 3.1 uses unchanged. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;
type Row = Pick<(typeof routeTable)[number], 'method' | 'path' | 'least' | 'ok' | 'confirms'>;

const CONTRACT = path.join(import.meta.dirname, '../../../contract/src');

/** Registers object schemas under their export names. */
async function nameSchemas() {
  const named = z.registry<{ id?: string }>();
  const files = readdirSync(CONTRACT).filter((name) => /^[\w-]+\.ts$/.test(name));
  for (const file of files.sort()) {
    const exported: Record<string, unknown> = await import(path.join(CONTRACT, file));
    for (const [id, schema] of Object.entries(exported))
      if (schema instanceof z.ZodObject && !named.has(schema)) named.add(schema, { id });
  }
  return named;
}

/** Converts schemas; named ones are collected in `components` and referenced. */
function createConverter(named: Awaited<ReturnType<typeof nameSchemas>>) {
  const components: Record<string, JsonSchema> = {};
  const hoist = (schema: JsonSchema): JsonSchema =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const options = { metadata: named, unrepresentable: 'any', io } as const;
    const { $schema, $defs = {}, ...root } = z.toJSONSchema(schema, options);
    for (const [name, one] of Object.entries($defs)) components[name] ??= hoist(one);
    return hoist(root);
  };
  return { components, convert };
}

/** Error codes of a call: its own, and those that follow from the route. Writes also have `generalErrors`. */
function errorsOf({ path: address, least, confirms }: Row, operation: Operation) {
  const codes = new Set<ErrorCode>(operation.errors);
  if (operation.query || operation.body instanceof z.ZodType) codes.add('invalid_input');
  if (least !== 'anon') codes.add('unauthenticated');
  if (least !== 'anon' && least !== 'setup') codes.add('two_factor_required');
  if (least === 'editor' || least === 'admin') codes.add('forbidden');
  if (confirms) codes.add('confirmation_required');
  if (address.includes('/:')) codes.add('not_found');
  return [...codes].sort();
}
export const generalErrors: ErrorCode[] = [
  'cross_site',
  'malformed_json',
  'body_too_large',
  'unsupported_body',
  'timeout',
];

/** The path segment that groups calls: `media` of `/api/admin/media/:id`. */
const groupOf = (address: string): string =>
  address.replace(/^\/api\/(?:admin\/)?/, '').split('/')[0] ?? '';

type Content = Record<string, { schema: JsonSchema }>;
interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
}
/** One call, as the document has it. */
export interface Described {
  tags: string[];
  summary: string;
  'x-role': Row['least'];
  'x-confirm'?: true;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; $ref?: string; content?: Content }>;
}

type Converter = ReturnType<typeof createConverter>['convert'];
const content = (of: z.ZodType | string, convert: Converter, io: 'input' | 'output'): Content =>
  of instanceof z.ZodType
    ? { 'application/json': { schema: convert(of, io) } }
    : { [of]: { schema: { type: 'string', format: 'binary' } } };

function parametersOf(row: Row, { query }: Operation, convert: Converter): Parameter[] {
  const inPath = [...row.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' } as const,
  }));
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: !z.safeParse(schema, undefined).success,
    schema: convert(z.pipe(z.unknown(), schema), 'output'),
  }));
  return [...inPath, ...inQuery];
}

function responsesOf(row: Row, operation: Operation, convert: Converter): Described['responses'] {
  const { answer, also = {} } = operation;
  const byStatus: Described['responses'] = {};
  const codes = [...errorsOf(row, operation), ...(row.method === 'GET' ? [] : generalErrors)];
  for (const code of codes) {
    const { status } = new AppError(code);
    const others = byStatus[status] ? [byStatus[status].description] : [];
    const description = [...others, code].join(', ');
    byStatus[status] = { $ref: '#/components/responses/error', description };
  }
  for (const [status, schema] of Object.entries(also))
    byStatus[status] = { description: 'Not all', content: content(schema, convert, 'output') };
  // Some rows of the table pass the guards, then fail for lack of a file.
  const ok = row.ok < 400 ? row.ok : 200;
  byStatus[ok] = { description: 'Done' };
  if (answer) byStatus[ok].content = content(answer, convert, 'output');
  return byStatus;
}

function securityOf({ path: address, least }: Row) {
  if (address.startsWith('/api/v1/')) return [{ uploadKey: [] }];
  if (address.startsWith('/api/build/')) return [{ buildToken: [] }];
  return least === 'anon' ? [] : [{ session: [] }];
}

/** Describes every route. Throws where the operation of one is missing. */
export async function describeApi() {
  const { components, convert } = createConverter(await nameSchemas());
  const errors = { 'application/json': { schema: convert(errorBody, 'output') } };
  const paths: Record<string, Record<string, Described>> = {};
  for (const row of routeTable) {
    const operation = operations[`${row.method} ${row.path}`];
    if (!operation) throw new Error(`${row.method} ${row.path} is described nowhere`);
    const { does, body } = operation;
    const address = row.path.replace(/:(\w+)/g, '{$1}');
    paths[address] ??= {};
    paths[address][row.method.toLowerCase()] = {
      tags: [groupOf(row.path)],
      summary: does,
      'x-role': row.least,
      ...(row.confirms && { 'x-confirm': true }),
      security: securityOf(row),
      parameters: parametersOf(row, operation, convert),
      ...(body && { requestBody: { content: content(body, convert, 'input') } }),
      responses: responsesOf(row, operation, convert),
    };
  }
  const { version, license: name } = packageJson;
  return {
    openapi: '3.1.0',
    info: { title: 'Veldlicht', version, license: { name, identifier: name } },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        uploadKey: { type: 'http', scheme: 'bearer' },
        buildToken: { type: 'http', scheme: 'bearer' },
      },
      responses: { error: { description: 'Refused', content: errors } },
      schemas: components,
    },
  };
}

export type ApiDescription = Awaited<ReturnType<typeof describeApi>>;
