/** Simple window, threads: how the catalogue and the format describe it. `../simpleWindowThreads.ts` runs it. */
import type { SchemeInfo } from '../../scheme.ts';
import { COMMON_KNOBS, COUNT_GAUGE, COUNT_REASONS } from './kit.ts';

export const simpleWindowThreadsInfo: SchemeInfo = {
  id: 'simple-window-threads',
  name: 'Simple window, threads',
  family: 'Distributed',
  summary: 'Threads share one window in memory without synchronisation.',
  rule:
    'A thread handles one request at a time: it reads the start of the window, opens a new one if more than T has passed, ' +
    'reads the count, and adds to it if there is room. Two threads may both reset the same window, and both may take the last place.',
  sources: ['fu'],
  storedPerKey: 'window start, count',
  knobs: COMMON_KNOBS,
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: COUNT_REASONS,
  pacing: 'bursty',
  gauge: COUNT_GAUGE,
  sharesMemory: true,
  atomicVariant: () => ({ limiter: 'simple-window' }),
  crashPoints: () => ['READ', 'WRITE'],
};
