const months =
  'januari februari maart april mei juni juli augustus september oktober november december'.split(
    ' ',
  );

/**
 * A plain date in words: '2026-05-01' is '1 mei 2026'. Works on the digits, never on an instant, so
 * no time zone can shift the day. Other text comes back as it is.
 */
export function dutchDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  return name ? `${Number(day)} ${name} ${year}` : date;
}
