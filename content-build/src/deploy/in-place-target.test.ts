import { openMemoryBench } from '#testing/memory-bench.ts';
import { describeTarget } from '#testing/target-suite.ts';

describeTarget('a store that is changed in place', openMemoryBench, Number.POSITIVE_INFINITY);
