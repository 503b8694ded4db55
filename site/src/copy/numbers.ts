/** Numbers and counts in Dutch. */

/** 10000 is '10.000'. */
export const dutchNumber = (n: number) => n.toLocaleString('nl');

const counted = (one: string, more: string) => (n: number) =>
  n === 1 ? `1 ${one}` : `${dutchNumber(n)} ${more}`;

export const counts = {
  pictures: counted('beeld', 'beelden'),
  series: counted('reeks', 'reeksen'),
  notes: counted('verhaal', 'verhalen'),
  species: counted('soort', 'soorten'),
  areas: counted('gebied', 'gebieden'),
} as const;
