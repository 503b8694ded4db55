import { openMemoryBench } from '#testing/memory-bench.ts';
import { describeOrder, describeTarget } from '#testing/target-suite.ts';

const title = 'a store that is changed in place';
describeTarget(title, openMemoryBench);
describeOrder(title, openMemoryBench, Number.POSITIVE_INFINITY);
