import { compileAll } from './compile.ts';

compileAll((line) => console.log(line));
