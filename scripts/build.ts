import { compileAll } from './compile.ts';

await compileAll((line) => console.log(line));
