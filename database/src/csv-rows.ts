import { parse } from 'csv-parse/sync';

/** A row of a CSV file with the number of its line. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** Reads trimmed cells; skips empty lines. `quote` null: quotes are plain characters. Throws `CsvError`. */
export function csvRows(
  text: string,
  delimiter: string | string[],
  quote: string | null = '"',
): CsvRow[] {
  const options = {
    bom: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    quote,
    delimiter,
    info: true as const,
  };
  const rows = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[]; // as `info` says
  return rows.map(({ record, info }) => ({ line: info.lines, cells: record }));
}
