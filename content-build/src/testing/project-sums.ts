/** Projects the content repeatedly and sends the sum of the titles, until it is killed: `<database>`. */
import { projectInMemory } from '../publish/projection.ts';
import { titleSum } from './title-sum.ts';

const [file = ''] = process.argv.slice(2);
const next = () => {
  using content = projectInMemory(file, 'https://veldlicht.example', 0);
  process.send?.(titleSum(content));
  setImmediate(next);
};
next();
