/** Reads the rows of a dump of mysqldump, MariaDB or phpMyAdmin, without running any of it. */
import { reason } from '@veldlicht/contract/reason';

export type Row = Record<string, string | null>;

// These programs escape line ends in texts, so only statements begin at the start of a line.
const STATEMENT =
  /^(?:(CREATE)|INSERT|REPLACE) (?:IGNORE )?(?:TABLE|INTO) (?:IF NOT EXISTS )?`?(\w+)`?/gm;
const COLUMN = /^ +`(\w+)`/gm;
const TOKEN = /\s*(?:'((?:[^'\\]|\\.|'')*)'|([^\s'(),;]+)|([(),;]))/sy;

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', 0: '', Z: '' };
const unescaped = (text: string) =>
  text.replace(/\\(.)|''/gs, (_, sign?: string) => (sign ? (ESCAPES[sign] ?? sign) : "'"));

/** Reads the lists in brackets of a statement; null is NULL. */
function* listsOf(sql: string, from: number): Generator<(string | null)[]> {
  let list: (string | null)[] = [];
  TOKEN.lastIndex = from;
  for (let found = TOKEN.exec(sql); found; found = TOKEN.exec(sql)) {
    const [, text, word, sign] = found;
    const next = TOKEN.lastIndex;
    if (sign === ';') return;
    if (sign === ')') yield list;
    if (sign === '(' || sign === ')') list = [];
    if (text !== undefined) list.push(unescaped(text));
    // Skip `_binary`, which may precede a text.
    if (word !== undefined && !word.startsWith('_'))
      list.push(word === 'NULL' ? null : word.replaceAll('`', ''));
    TOKEN.lastIndex = next;
  }
  throw new Error(reason('import_cut_off'));
}

/** Reads the rows of these tables. Throws an error whose message is a reason. */
export function readDump(sql: string, tables: readonly string[]): Map<string, Row[]> {
  const rows = new Map<string, Row[]>(tables.map((table) => [table, []]));
  const columns = new Map<string, (string | null)[]>();
  for (const { 0: start, 1: create, 2: table = '', index } of sql.matchAll(STATEMENT)) {
    const found = rows.get(table);
    if (!found) continue;
    const from = index + start.length;
    if (create) {
      const inside = sql.slice(from, sql.indexOf('\n)', from));
      columns.set(
        table,
        [...inside.matchAll(COLUMN)].map(([, name = '']) => name),
      );
      continue;
    }
    const lists = listsOf(sql, from);
    const isNamed = sql
      .slice(from, from + 5)
      .trimStart()
      .startsWith('(');
    const named: (string | null)[] | undefined = isNamed ? lists.next().value : undefined;
    const names = named ?? columns.get(table) ?? [];
    for (const list of lists)
      found.push(Object.fromEntries(names.map((name, n) => [name ?? '', list[n] ?? null])));
  }
  return rows;
}
