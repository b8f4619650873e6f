/** Pictures of a lane, and of lanes of several processes. */
import type { JsonObject } from '../../sim/index.ts';
import { exactly } from '../lesson.ts';
import { burst, picture, run, steady, times } from './picture.ts';

const twoNodes: JsonObject = { nodes: 2, latency: { kind: 'fixed', mean: 0.01 } };

export const lanePictures = {
  lane: picture(
    'decisions',
    run('token-bucket', { n: 5, T: 5 }, 14, [steady(2)], {
      lanes: [{ limiter: 'token-bucket' }, { limiter: 'fixed-window' }],
    }),
    'One limiter’s decisions on the traffic that all lanes share.',
    [{ says: 'One limiter’s decisions', is: exactly('requests', 0, { of: 'requests', lane: 1 }) }],
  ),
  edition: picture(
    'level',
    run('sliding-log', { n: 5, T: 5 }, 10, [steady(2)], {
      lanes: [{ limiter: 'sliding-log', edition: 'published' }],
    }),
    'As published, this log counts what it refuses: 10 entries, where 5 are allowed.',
    [{ says: '10 entries', is: exactly('level', 0, 10, { at: 8 }) }],
    ['5 are allowed'],
  ),
  node: picture(
    'decisions',
    run('local-split', { n: 6, T: 10 }, 8, [burst(2, 9)], { cluster: { nodes: 3 } }),
    'Three nodes, each with its part of a limit of 6, admit 6 of 9 requests.',
    [{ says: 'admit 6 of 9 requests', is: [exactly('admitted', 0, 6), exactly('requests', 0, 9)] }],
    ['Three nodes', 'limit of 6'],
  ),
  store: picture(
    'decisions',
    run('redis-incr', { n: 5, T: 10 }, 10, [steady(1)], {
      cluster: { ...twoNodes, faults: [{ kind: 'store-down', at: 3, until: 6 }] },
    }),
    'While the store is down, from 3 s to 6 s, its nodes know nothing and refuse.',
    [{ says: 'from 3 s to 6 s', is: exactly('admitted', 0, 0, { from: 3, to: 6 }) }],
  ),
  race: picture(
    'decisions',
    run('redis-token-bucket', { n: 5, T: 60 }, 8, [times(1, 2, 3, 4, 6, 6)], {
      cluster: twoNodes,
      lanes: [{ limiter: 'redis-token-bucket', options: { concurrency: 'none' } }],
    }),
    'At 6 s one token is left, and two nodes take it: 6 get in where 5 are allowed.',
    [
      { says: 'At 6 s', is: exactly('admitted', 0, 2, { from: 6 }) },
      { says: 'two nodes take it', is: exactly('admitted', 0, 2, { from: 6 }) },
      { says: '6 get in', is: exactly('admitted', 0, 6) },
    ],
    ['5 are allowed'],
  ),
};
