/** The API description as files: OpenAPI for programs, Markdown for people. */
import {
  type ApiDescription,
  type Described,
  describeApi,
  generalErrors,
  type JsonSchema,
} from './openapi.ts';

const askers: Record<Described['x-role'], string> = {
  anon: 'everyone',
  setup: 'signed in',
  viewer: 'viewer',
  editor: 'editor',
  admin: 'admin',
};

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map(line).join('\n');
const code = (text: string) => `\`${text}\``;

/** A schema in a few words, with links to named ones. */
function wordsOf(schema: JsonSchema | boolean | undefined): string {
  if (typeof schema !== 'object') return 'any';
  const { $ref, type, items, maxLength, format, properties } = schema;
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if ($ref) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (schema.enum) return schema.enum.map((one) => code(JSON.stringify(one))).join(', ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (parts) return [...new Set(parts.map(wordsOf))].join(' or ');
  if (type === 'array') return `list of ${wordsOf(Array.isArray(items) ? items[0] : items)}`;
  if (type === 'object' && properties) {
    const fields = Object.entries(properties).map(([name, of]) => `${name}: ${wordsOf(of)}`);
    return `{ ${fields.join('; ')} }`;
  }
  if (type === 'string') return `${format ?? 'text'}${maxLength ? ` ≤ ${maxLength}` : ''}`;
  return [type ?? 'any'].flat().join(' or ');
}

function contentWords({ content }: Pick<Described['responses'][string], 'content'> = {}): string {
  const parts = Object.entries(content ?? {});
  return parts
    .map(([type, { schema }]) => (type.endsWith('/json') ? wordsOf(schema) : code(type)))
    .join(', ');
}

function callRow(method: string, address: string, described: Described): string[] {
  const { summary, parameters, requestBody, responses } = described;
  const who = askers[described['x-role']] + (described['x-confirm'] ? ', confirmed' : '');
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required }) => code(required ? name : `${name}?`));
  const answers = Object.entries(responses).filter(([, { $ref }]) => $ref === undefined);
  const errors = Object.values(responses)
    .flatMap(({ $ref, description }) => ($ref ? description.split(', ') : []))
    .filter((one) => !generalErrors.some((general) => general === one));
  return [
    code(`${method.toUpperCase()} ${address}`),
    summary,
    who,
    [...query, contentWords(requestBody)].filter(Boolean).join(', '),
    answers.map(([status, answer]) => `${status} ${contentWords(answer)}`.trim()).join('; '),
    errors.map(code).join(', '),
  ];
}

function schemaPart(name: string, schema: JsonSchema): string {
  const needed = new Set(schema.required);
  const rows = Object.entries(schema.properties ?? {}).map(([field, of]) => [
    code(needed.has(field) ? field : `${field}?`),
    wordsOf(of),
    typeof of === 'object' ? (of.description ?? '') : '',
  ]);
  const fields = rows.length > 0 ? table(['Field', 'Type', 'Meaning'], rows) : wordsOf(schema);
  return `### ${name}\n\n${fields}`;
}

/** The Markdown page: a table of calls per group, then the schemas. */
function apiPage({ paths, components }: ApiDescription): string {
  const groups: Record<string, string[][]> = {};
  for (const [address, methods] of Object.entries(paths))
    for (const [method, described] of Object.entries(methods)) {
      const [group = ''] = described.tags;
      groups[group] ??= [];
      groups[group].push(callRow(method, address, described));
    }
  const head = ['Call', 'Does', 'Who', 'Takes', 'Answers', 'Errors'];
  const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
  const calls = Object.entries(groups)
    .sort(byName)
    .map(([name, rows]) => `## ${name}\n\n${table(head, rows)}`);
  const schemas = Object.entries(components.schemas)
    .sort(byName)
    .map((entry) => schemaPart(...entry));
  return `---
title: API
description: Every call of the HTTP API, with who may make it, what it takes and what it answers.
---

Made by \`npm run openapi\` from the schemas in \`contract/\`; the same as
[OpenAPI 3.1](openapi.json). A test compares each call with the running application.

**Who.** The least role: a viewer reads, an editor also changes content, an admin also changes accounts and settings.
"Confirmed" means that the password was given in the last ten minutes. Calls below \`/api/v1/\` take an upload key and
calls below \`/api/build/\` the build token, as \`Authorization: Bearer …\`; all others take the session cookie.

**Errors.** The body is [errorBody](#errorbody), with a stable code. Every call that writes may also answer
${generalErrors.map(code).join(', ')}; any call \`internal\`, \`data_read_only\`, \`database_damaged\` or \`storage_failed\`.

**Two people, one thing.** Reading one thing answers an \`ETag\`. Send it as \`If-Match\` when writing, and a change in
between is refused with \`changed_meanwhile\`.

A \`?\` marks what may be left out.

${calls.join('\n\n')}

## Schemas

${schemas.join('\n\n')}
`;
}

/** JSON with a line per path and schema, for readable diffs. */
function apiJson({ paths, components, ...head }: ApiDescription): string {
  const lines = (parts: object) =>
    Object.entries(parts)
      .map(([name, part]) => `${JSON.stringify(name)}:${JSON.stringify(part)}`)
      .join(',\n');
  const { schemas, ...others } = components;
  return `{${lines(head)},
"paths":{
${lines(paths)}},
"components":{${lines(others)},
"schemas":{
${lines(schemas)}}}}
`;
}

/** The files' texts by their paths in the repository. */
export async function apiFiles(): Promise<Record<string, string>> {
  const api = await describeApi();
  return {
    'docs/developer/openapi.json': apiJson(api),
    'docs/developer/api.md': apiPage(api),
  };
}
