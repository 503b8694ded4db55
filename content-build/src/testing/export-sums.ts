/** Exports the content again and again, and tells the sum of the titles each time, until it is killed. */
import { projectInMemory } from '../snapshot/projected-source.ts';

const [file = ''] = process.argv.slice(2);
const source = () => projectInMemory(file, 'https://veldlicht.example', 0);
const next = () => {
  const opened = source();
  const half = opened.entries.length >> 1;
  // In two steps, with time to be killed between them.
  const first = opened.items(opened.entries.slice(0, half));
  setImmediate(() => {
    const items = [...first, ...opened.items(opened.entries.slice(half))];
    opened[Symbol.dispose]();
    process.send?.(items.reduce((sum, { title }) => sum + Number(title), 0));
    setImmediate(next);
  });
};
next();
