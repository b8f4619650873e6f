/** Invalid documents, and the exact sentences that explain them: lanes and the cluster. */
import { describe, expect, it } from 'vitest';
import { planToEnd } from '../run/plan.ts';
import { scenarioOf } from './scenario.ts';
import { problemMessages } from './testing.ts';

const lane = (fields: object) => ({ lanes: [fields] });
const within = (fields: object) => ({ cluster: fields });
const PERMITS = 'It may be a whole number from 1 to 1,000,000.';
const SECONDS = 'It may be a number of seconds from 0 to 2,592,000.';
const LISTED = ', such as "token-bucket"';
const ANY = `the id of a limiter${LISTED}`;
const WITHIN_STACK = `the id of a limiter of one process other than "stack"${LISTED}`;
const ONE = `the id of a limiter of one process other than "stack" and "own"${LISTED}`;
const SHARED = `the id of a limiter other than "stack", "own", "local-split", "layered", "own-scheme" and "own-lua"${LISTED}`;

describe('lanes', () => {
  it.each<[object, readonly string[]]>([
    [{}, [`lanes[0].limiter is missing. It may be ${ANY}.`]],
    [{ limiter: 'token-buckt' }, [`lanes[0].limiter is "token-buckt". It may be ${ANY}. Did you mean "token-bucket"?`]],
    [{ limiter: 'gcra', label: '' }, ['lanes[0].label is "". It may be text of 1 to 200 characters.']],
    [
      { limiter: 'gcra', name: 'x' },
      ['lanes[0].name is not a known field. It may be limiter, label, edition, policy or options.'],
    ],
    [{ limiter: 'gcra', edition: 'published' }, ['lanes[0].edition is "published". It may be "corrected".']],
    [
      { limiter: 'token-bucket-lazy', edition: 'corrected' },
      ['lanes[0].edition is "corrected". It may be "published".'],
    ],
    [
      { limiter: 'sliding-log', edition: 'publised' },
      ['lanes[0].edition is "publised". It may be "corrected" or "published". Did you mean "published"?'],
    ],
    [
      { limiter: 'gcra', policy: { n: 0, T: 'x' } },
      [
        `lanes[0].policy.n is 0. ${PERMITS}`,
        'lanes[0].policy.T is "x". It may be a number of seconds from 0.001 to 2,592,000.',
      ],
    ],
    [
      { limiter: 'gcra', options: { start: 'full' } },
      ['lanes[0].options.start is not a known field. It may be left out: there is nothing to set here.'],
    ],
    [
      { limiter: 'token-bucket', options: { start: 'ful' } },
      ['lanes[0].options.start is "ful". It may be "full" or "empty". Did you mean "full"?'],
    ],
    [
      { limiter: 'sub-window', options: { slices: 0 } },
      ['lanes[0].options.slices is 0. It may be a whole number from 1 to 1,000.'],
    ],
    [
      { limiter: 'nginx-limit-req', options: { delay: 'nodelay' } },
      ['lanes[0].options.delay is "nodelay". It may be a whole number of requests from 0 to 1,000,000, or "none".'],
    ],
    [
      { limiter: 'guava-bursty', options: { timeout: -1 } },
      ['lanes[0].options.timeout is −1. It may be a number of seconds from 0 to 86,400.'],
    ],
    [
      { limiter: 'redis-token-bucket', options: { concurrency: 'lau' } },
      ['lanes[0].options.concurrency is "lau". It may be "none", "watch", "lock" or "lua". Did you mean "lua"?'],
    ],
    [{ limiter: 'stack', of: [] }, ['lanes[0].of is a list of 0. It may be a list of 1 to 8 limits.']],
    [
      { limiter: 'stack', of: Array.from({ length: 50 }, () => ({ limiter: 'gcra' })) },
      ['lanes[0].of is a list of 50. It may be a list of 1 to 8 limits.'],
    ],
    [
      { limiter: 'stack', of: [{ limiter: 'stack' }] },
      [`lanes[0].of[0].limiter is "stack". It may be ${WITHIN_STACK}.`],
    ],
    [
      { limiter: 'stack', of: [{ limiter: 'gcra', key: 'everyone' }] },
      ['lanes[0].of[0].key is "everyone". It may be "each" or "all".'],
    ],
    [
      { limiter: 'gcra', of: [{ limiter: 'gcra' }] },
      ['lanes[0].of is not a known field. It may be limiter, label, edition, policy or options.'],
    ],
    [
      { limiter: 'token-server', options: { limiter: 'stack' } },
      [
        `lanes[0].options.limiter is "stack". It may be an object with limiter, edition, policy and options, or ${ONE}.`,
      ],
    ],
    [
      { limiter: 'token-server', options: { limiter: { limiter: 'gcra', label: 'x' } } },
      ['lanes[0].options.limiter.label is not a known field. It may be limiter, edition, policy or options.'],
    ],
    [
      { limiter: 'token-server', options: { limiter: 'gcar' } },
      [
        `lanes[0].options.limiter is "gcar". It may be an object with limiter, edition, policy and options, or ${ONE}. Did you mean "gcra"?`,
      ],
    ],
    [
      { limiter: 'local-split', options: { limiter: 'redis-incr' } },
      [
        `lanes[0].options.limiter is "redis-incr". It may be an object with limiter, edition, policy and options, or ${ONE}.`,
      ],
    ],
    [
      { limiter: 'layered', options: { outer: { limiter: 'gcra', policy: { n: 0 } }, inner: 5 } },
      [
        `lanes[0].options.outer.policy.n is 0. ${PERMITS}`,
        `lanes[0].options.inner is 5. It may be an object with limiter, edition, policy and options, or ${SHARED}.`,
      ],
    ],
    [
      { limiter: 'quota-lease', options: { weights: [1, 2] } },
      ['lanes[0].options.weights is a list of 2. It may be a list of 1, one for each of the nodes.'],
    ],
    [
      { limiter: 'quota-lease', options: { weights: [0] } },
      ['lanes[0].options.weights is all 0. It may be a list of 1, one for each of the nodes, at least one above 0.'],
    ],
    [
      { limiter: 'quota-lease', options: { weights: [-1] } },
      ['lanes[0].options.weights[0] is −1. It may be a number from 0 to 1,000,000,000.'],
    ],
    [
      { limiter: 'layered', options: { inner: { limiter: 'quota-lease', options: { weights: [1, 2] } } } },
      ['lanes[0].options.inner.options.weights is a list of 2. It may be a list of 1, one for each of the nodes.'],
    ],
    [
      { limiter: 'quota-lease', options: { preallocate: 1.5 } },
      ['lanes[0].options.preallocate is 1.5. It may be a number from 0 to 1.'],
    ],
    [
      { limiter: 'tair-incr', options: { timeout: 0, fallback: 'open' } },
      [
        'lanes[0].options.timeout is 0. It may be a number of seconds from 0.000001 to 3,600.',
        'lanes[0].options.fallback is "open". It may be "deny", "allow" or "local".',
      ],
    ],
    [
      { limiter: 'quota-lease', options: { lease: 0 } },
      ['lanes[0].options.lease is 0. It may be a number of seconds from 0.000001 to 2,592,000.'],
    ],
  ])('%o', (fields, sentences) => {
    expect(problemMessages(lane(fields))).toEqual(sentences);
  });

  it('with an unknown limiter are checked as far as possible', () => {
    expect(
      problemMessages(lane({ limiter: 'magic', lable: 'x', policy: { n: 0 }, options: { any: 1 } })).map(
        (words) => words.split(' ', 1)[0],
      ),
    ).toEqual(['lanes[0].limiter', 'lanes[0].policy.n', 'lanes[0].lable']);
  });

  it('are objects', () => {
    expect(problemMessages({ lanes: ['gcra'] })).toEqual([
      'lanes[0] is "gcra". It may be an object with limiter, label, edition, policy, options and of.',
    ]);
  });
});

describe('the cluster', () => {
  it.each<[object, readonly string[]]>([
    [{ nodes: 0 }, ['cluster.nodes is 0. It may be a whole number from 1 to 100.']],
    [
      { routing: 'robin' },
      ['cluster.routing is "robin". It may be "round-robin", "random" or "sticky", or an object with weights.'],
    ],
    [
      { nodes: 2, routing: { weights: [1] } },
      ['cluster.routing.weights is a list of 1. It may be a list of 2, one for each of the nodes.'],
    ],
    [
      { nodes: 2, routing: { weights: [0, 0] } },
      ['cluster.routing.weights is all 0. It may be a list of 2, one for each of the nodes, at least one above 0.'],
    ],
    [
      { latency: { kind: 'normal' } },
      ['cluster.latency.kind is "normal". It may be "fixed", "uniform" or "exponential".'],
    ],
    [
      { nodes: 1_000 },
      ['cluster.nodes is 1,000. It may be at most 100: every node has a clock, a link and a row of its own.'],
    ],
    [
      { latency: { mean: -1 } },
      [
        'cluster.latency.mean is −1. It may be a number of seconds from 0 to 3,600: no message arrives before it is sent.',
      ],
    ],
    [{ latency: { mean: 4_000 } }, ['cluster.latency.mean is 4,000. It may be a number of seconds from 0 to 3,600.']],
    [
      { nodes: 1, links: [{ kind: 'uniform', from: -0.5, to: 1 }] },
      [
        'cluster.links[0].from is −0.5. It may be a number of seconds from 0 to 3,600: no message arrives before it is sent.',
      ],
    ],
    [{ service: -1 }, ['cluster.service is −1. It may be a number of seconds from 0 to 10.']],
    [{ service: 11 }, ['cluster.service is 11. It may be a number of seconds from 0 to 10.']],
    [
      { latency: { kind: 'uniform', from: 2, to: 1 } },
      ['cluster.latency.to is 1. It may be a number of seconds from 2, its from, to 3,600.'],
    ],
    [
      { latency: { kind: 'uniform', mean: 1 } },
      [
        'cluster.latency.to is missing. It may be a number of seconds from 0 to 3,600.',
        'cluster.latency.mean is not a known field. It may be kind, from or to.',
      ],
    ],
    [{ links: [{}] }, ['cluster.links is a list of 1. It may be a list of 3, one for each of the nodes.']],
    [{ skew: [{ offset: 1 }] }, ['cluster.skew[0].node is missing. It may be a whole number from 0 to 99.']],
    [{ skew: [{ node: 3 }] }, ['cluster.skew[0].node is 3. It may be a whole number from 0 to 2.']],
    [
      { skew: [{ node: 1 }, { node: 1 }] },
      ['cluster.skew[1].node is 1 again. It may be a node whose clock is not given yet.'],
    ],
    [
      { skew: [{ node: 1, drift: -1, step: { at: 1 } }] },
      [
        'cluster.skew[0].drift is −1. It may be a number from −0.9 to 9: at −1 the clock would stand still, and below that it would run backwards.',
        'cluster.skew[0].step.by is missing. It may be a number of seconds from −2,592,000 to 2,592,000.',
      ],
    ],
    [{ skew: [{ node: 1, drift: 10 }] }, ['cluster.skew[0].drift is 10. It may be a number from −0.9 to 9.']],
    [{ faults: [{ kind: 'node-down', node: 1 }] }, [`cluster.faults[0].at is missing. ${SECONDS}`]],
    [
      { faults: [{ kind: 'node-down', node: 1, at: 5, until: 4 }] },
      ['cluster.faults[0].until is 4. It may be a number of seconds from 5, where it begins, to 2,592,000.'],
    ],
    [
      { faults: [{ kind: 'nodedown', node: 1, at: 5 }] },
      [
        'cluster.faults[0].kind is "nodedown". It may be "node-down", "node-added", "node-removed", "crash-after", "store-down", "store-slow", "store-flush" or "link-down". Did you mean "node-down"?',
      ],
    ],
    [
      { faults: [{ kind: 'link-down', node: 7, at: 5 }] },
      ['cluster.faults[0].node is 7. It may be a whole number from 0 to 2.'],
    ],
    [
      { nodes: 1, faults: [{ kind: 'node-removed', node: 1, at: 5 }] },
      ['cluster.faults[0].node is 1. It may be 0, the only node.'],
    ],
    [
      { faults: [{ kind: 'store-slow', at: 5, factor: 0.5 }] },
      ['cluster.faults[0].factor is 0.5. It may be a number from 1 to 1,000,000.'],
    ],
    [
      { faults: [{ kind: 'store-flush', at: 5, until: 6 }] },
      ['cluster.faults[0].until is not a known field. It may be kind or at.'],
    ],
    [
      { moves: [{ lane: 0, request: 0, command: 0, delay: 0 }] },
      ['cluster.moves[0].lane is 0. It may be left out with its move: there are no lanes.'],
    ],
    [
      { moves: [{ lane: -1, request: 0.5, command: 'GET', delay: -1 }] },
      [
        'cluster.moves[0].lane is −1. It may be a whole number from 0 to 49.',
        'cluster.moves[0].request is 0.5. It may be a whole number from 0 to 20,000,000.',
        'cluster.moves[0].command is "GET". It may be a whole number from 0 to 1,000.',
        `cluster.moves[0].delay is −1. ${SECONDS}`,
      ],
    ],
  ])('%o', (fields, sentences) => expect(problemMessages(within(fields))).toEqual(sentences));

  it('may set a clock back, and give a node no weight', () => {
    const routing = { weights: [1, 0] };
    expect(problemMessages(within({ nodes: 2, routing, skew: [{ node: 0, step: { at: 1, by: -5 } }] }))).toEqual([]);
  });

  it('may name nodes that are added', () => {
    expect(
      problemMessages(
        within({
          faults: [
            { kind: 'node-added', at: 1 },
            { kind: 'node-down', node: 3, at: 2 },
          ],
        }),
      ),
    ).toEqual([]);
  });

  it('names a command that there is', () => {
    const [words = ''] = problemMessages(within({ faults: [{ kind: 'crash-after', node: 0, command: 'INC' }] }));
    expect(words).toMatch(
      /^cluster\.faults\[0\]\.command is "INC"\. It may be "READ", .*"ASK".*\. Did you mean "INCR"\?$/,
    );
  });
});

describe('faults that begin when the run has ended', () => {
  const refused = (document: object) => {
    const planResult = planToEnd(scenarioOf(document));
    return planResult.ok ? [] : planResult.problems;
  };
  const cluster = {
    faults: [
      { kind: 'store-flush', at: 19.9 },
      { kind: 'node-down', node: 0, at: 20, until: 30 },
      { kind: 'store-down', at: 5, until: 50 },
      { kind: 'store-flush', at: 500 },
    ],
  };

  it('are read, and refused before the run, each by its place', () => {
    expect(refused({ duration: 20, cluster })).toEqual([
      {
        path: 'cluster.faults[1].at',
        sentence: 'cluster.faults[1].at is 20. It may be a number of seconds from 0 on, below 20, where the run ends.',
      },
      {
        path: 'cluster.faults[3].at',
        sentence: 'cluster.faults[3].at is 500. It may be a number of seconds from 0 on, below 20, where the run ends.',
      },
    ]);
  });

  it('depend on the length of the run, even if it is not explicit', () => {
    expect(refused({ policy: { T: 19 }, cluster }).map(({ path }) => path)).toEqual(
      [0, 1, 3].map((i) => `cluster.faults[${i}].at`),
    );
    expect(refused({ policy: { T: 600 }, cluster })).toEqual([]);
  });
});
