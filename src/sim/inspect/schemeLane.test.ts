/** Explanations of every scheme in every variant: they agree with the decisions, and mark the lines that were executed. */
import { describe, expect, it } from 'vitest';
import { schemes } from '../cluster/schemes/index.ts';
import { systems } from '../systems/index.ts';
import { outcomeOf } from '../verdict.ts';
import { openSession, type Why } from './session.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { runToEnd } from '../slices.ts';
import { planOfDocument } from '../run/testing.ts';

/** Every choice of every scheme, in every edition, and of every real system that keeps its counts in Redis. */
const lanes = [...schemes, ...systems.filter(({ story }) => story.runs === 'in Redis')].flatMap(
  ({ id, editions, knobs }) => {
    const choice = knobs.find((knob) => knob.kind === 'choice' && knob.id !== 'fallback');
    const options = choice?.kind === 'choice' ? choice.choices.map((value) => ({ [choice.id]: value })) : [{}];
    return editions.flatMap((edition) => options.map((own) => ({ limiter: id, edition, options: own })));
  },
);

/** Crowds of three on two nodes at n = 4 per second, with costs, one that can never fit, and a while without the store. */
function explained(lane: object): readonly Why[] {
  const at = [0, 0, 0, 0.1, 0.1, 0.1, 0.5, 0.5, 0.9, 1.2, 1.2, 3, 3, 4];
  const session = openSession(
    simulateToEnd(
      planOfDocument({
        policy: { n: 4, T: 1 },
        traffic: [{ kind: 'times', at, key: 'k', cost: at.map((_, index) => (index === 8 ? 9 : 1 + (index % 2))) }],
        duration: 5,
        cluster: {
          nodes: 2,
          latency: { kind: 'fixed', mean: 0.001 },
          faults: [{ kind: 'store-down', at: 3.5, until: 4.5 }],
        },
        lanes: [lane],
      }),
    ),
  );
  return at.map((_, request) => runToEnd(session.why(0, request)));
}

/** Evaluates `10 + 1 ≤ 10` as printed; undefined if it contains words instead of numbers. */
function isTrueAsPrinted(numbers: string): boolean | undefined {
  const [, left = '', sign = '', right = ''] = /^(.+) ([≤≥<>=]) (.+)$/.exec(numbers) ?? [];
  const sum = (side: string): number =>
    side.split(' + ').reduce((all, term) => all + Number(term.replaceAll(',', '').replace('−', '-')), 0);
  const [a, b] = [sum(left), sum(right)];
  if (Number.isNaN(a) || Number.isNaN(b)) return undefined;
  return { '≤': a <= b, '≥': a >= b, '<': a < b, '>': a > b, '=': a === b }[sign];
}

describe.each(lanes)('$limiter, $edition, $options', (lane) => {
  const whys = explained(lane);

  it('explains what it decided, in a sentence, with numbers that hold as they are printed', () => {
    let worked = 0;
    for (const { explanation, outcome, reason } of whys) {
      expect({ reason, outcome }).toEqual({ reason, outcome: outcomeOf(explanation.verdict) });
      expect(explanation.sentence).toMatch(/^[A-Z].*\.$/);
      if (explanation.condition === '') continue;
      const holds = isTrueAsPrinted(explanation.evaluatedCondition);
      if (holds === undefined) continue;
      worked++;
      expect({ numbers: explanation.evaluatedCondition, holds }).toMatchObject({ holds: explanation.holds });
    }
    expect(worked).toBeGreaterThan(whys.length / 2);
  });

  it('marks the lines that name the commands sent, and the outcome', () => {
    for (const { explanation, sequence, request, reason } of whys) {
      const lit = explanation.executedLines.map((line) => explanation.code[line] ?? '').join('\n');
      const own = sequence?.messages.filter((message) => message.request === request) ?? [];
      if (lane.limiter !== 'token-server') {
        for (const { name } of own)
          expect(lit, `${reason}\n${explanation.code.join('\n')}`).toMatch(new RegExp(`\\b${name}\\b`));
      }
      if (reason !== 'no answer from the store') expect(lit).not.toBe('');
    }
  });

  it('admits some requests and denies some, so that this test is meaningful', () => {
    const outcomes = new Set(whys.map(({ outcome }) => outcome));
    expect(outcomes.has('deny') && outcomes.size > 1).toBe(true);
  });
});

/** The executed lines of the requests of a lane, as text. */
function executedOf(lane: object, request: number): readonly string[] {
  const { code, executedLines } = explained(lane)[request]?.explanation ?? { code: [], executedLines: [] };
  return executedLines.map((line) => (code[line] as string).trim());
}

it.each([
  [{ limiter: 'redis-token-bucket', options: { concurrency: 'none' } }, [0, 1, 2, 3, 4, 5, 6]],
  // `if null: start over` and the lines of branches that are not taken compute nothing.
  [{ limiter: 'redis-token-bucket', options: { concurrency: 'watch' } }, [0, 1, 2, 3, 4, 5, 7]],
  [{ limiter: 'simple-window-threads' }, [0, 3, 5, 6]],
  // What a script does in the store, too, but not the line after `EVAL` that denies.
  [{ limiter: 'redis-token-bucket' }, [0, 1, 2, 3, 4, 5, 6, 7]],
  [{ limiter: 'redis-sub-window' }, [0, 1, 2, 3, 5, 6, 7]],
  [{ limiter: 'redis-cooldown' }, [0, 1, 2, 3, 5, 6]],
  [{ limiter: 'spring-gateway' }, [0, 1, 2, 3, 4, 5, 6]],
  [{ limiter: 'redis-cell' }, [0, 1, 2, 3, 4]],
  // What is computed first, and the commands that a transaction carries.
  [{ limiter: 'redis-incr', options: { variant: 'multi' } }, [0, 1, 3, 4, 5, 6, 7]],
  [{ limiter: 'layered' }, [0, 2, 3, 4, 5]],
])('marks what %j computes beside its commands', (lane, executed) => {
  expect(explained(lane)[0]?.explanation.executedLines).toEqual(executed);
});

it('marks the condition that led to a command, the way back to an earlier line, and what a loop goes on with', () => {
  const { code, executedLines } = explained({ limiter: 'simple-window-threads' })[9]?.explanation ?? {};
  expect(executedLines?.map((line) => code?.[line])).toContain('if now − start > T');
  const watch = { limiter: 'redis-token-bucket', options: { concurrency: 'watch' } };
  expect([0, 1, 2].map((request) => executedOf(watch, request).includes('if null: start over'))).toContain(true);
  const leased = [0, 1, 2, 3].map((request) => executedOf({ limiter: 'quota-lease' }, request));
  expect(leased.find((lines) => lines.includes('while lease < cost'))).toContain('lease = lease + granted');
});

it('marks nothing of a script that the store did not execute', () => {
  expect(executedOf({ limiter: 'redis-token-bucket' }, 13)).toEqual(['EVAL, atomically at the store:']);
});

it.each(schemes.map(({ id }) => id).filter((id) => !id.startsWith('own')))(
  '%s says of a cost that never fits that it is denied before anything is sent',
  (limiter) => {
    expect(executedOf({ limiter }, 8)).toEqual([expect.stringMatching(/^if cost > (n|capacity|share): deny$/)]);
  },
);

it('says what a node’s share is where a cost exceeds it, not that it is the capacity', () => {
  const { sentence, condition } = explained({ limiter: 'local-split' })[8]?.explanation ?? {};
  expect(sentence).toMatch(/costs 9 permits, and the largest share of a node is 2:/);
  expect(condition).toBe('cost ≤ share');
});

it.each([
  [{ limiter: 'local-split' }, false],
  [{ limiter: 'local-split', options: { limiter: 'leaky-queue' } }, true],
  [{ limiter: 'token-server' }, false],
  [{ limiter: 'token-server', options: { limiter: 'leaky-queue' } }, true],
  [{ limiter: 'layered' }, false],
  [{ limiter: 'layered', options: { outer: 'leaky-queue' } }, true],
  [{ limiter: 'layered', options: { inner: 'nginx-limit-req' } }, true],
  [{ limiter: 'layered', options: { inner: 'redis-incr' } }, false],
  [{ limiter: 'redis-incr' }, false],
  [{ limiter: 'leaky-queue' }, true],
])('says of %j whether it may delay, as the limiters in it do', (lane, may) => {
  const plan = planOfDocument({ traffic: [{ kind: 'times', at: [0] }], cluster: { nodes: 2 }, lanes: [lane] });
  expect(openSession(simulateToEnd(plan)).laneInfos.map(({ canDelay }) => canDelay)).toEqual([may]);
});

it.each([
  ['lock', { lockRetry: 0.003, timeout: 0.003 }, 'others held the lock during every try'],
  ['watch', { retries: 0 }, 'others wrote to the key during every try'],
])('does not say that the store was silent where it answered, and %s gave up', (concurrency, options, why) => {
  const whys = explained({ limiter: 'redis-token-bucket', options: { concurrency, ...options } });
  expect(whys[1]?.explanation.sentence).toBe(`The node gave up: ${why}. So the node denies the request.`);
  expect(whys[13]?.explanation.sentence).toMatch(/^The store did not answer within \S+ s \(\w+ was not answered\)\./);
});

it.each(['token-server', 'quota-lease'])('%s: it is a server that was silent, and not a store', (limiter) => {
  const whys = explained({ limiter });
  expect(whys[13]?.explanation.sentence).toMatch(
    /^The server did not answer within 0\.100 s \(ASK was not answered\)\./,
  );
});

it('names a module’s command that was not answered', () => {
  expect(explained({ limiter: 'redis-cell' })[13]?.explanation.sentence).toContain('CL.THROTTLE was not answered');
});

it.each([
  ['redis-token-bucket', 'corrected', ['k: tokens 3, time 0.100 s']],
  ['redis-token-bucket', 'published', ['k:tokens: 3 tokens', 'k:timestamp: 0.100 s']],
  ['redis-cooldown', 'corrected', ['k: 0.350 s']],
  ['redis-sub-window', 'corrected', ['k: slice 0: 1']],
  ['token-server', 'corrected', ['k: tokens 3, time 0.101 s']],
  ['redis-incr', 'corrected', ['k: 1']],
])('%s, %s, tells what the store keeps in units that people read', (limiter, edition, kept) => {
  const traffic = [{ kind: 'times', at: [0.1], key: 'k' }];
  const plan = planOfDocument({
    policy: { n: 4, T: 1 },
    traffic,
    duration: 5,
    cluster: { nodes: 2 },
    lanes: [{ limiter, edition }],
  });
  const { after } = runToEnd(openSession(simulateToEnd(plan)).why(0, 0));
  expect(after.map(([key, value]) => `${key}: ${value}`)).toEqual(kept);
});

it('tells when the window of threads began as a time', () => {
  expect(explained({ limiter: 'simple-window-threads' })[9]?.after).toContainEqual(['k:start', '1.200 s']);
});

it.each([
  [{ limiter: 'redis-token-bucket' }, 'Sent and stored as whole numbers: 250,000 is one token, 1,000,000 one second.'],
  [{ limiter: 'redis-cooldown' }, 'Sent and stored as whole numbers: 1,000,000 is one second.'],
  [{ limiter: 'redis-incr' }, ''],
])('says what the numbers in messages of %j mean', (lane, text) => {
  expect(explained(lane)[0]?.sequence?.unitsText).toBe(text);
});

it('shows beside the messages of a request those of others with its key that the store executes meanwhile', () => {
  const at = [0, 0, 0, 2];
  const plan = planOfDocument({
    policy: { n: 4, T: 10 },
    traffic: [{ kind: 'times', at, key: ['k', 'other', 'k', 'k'] }],
    duration: 5,
    cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.1 } },
    lanes: [{ limiter: 'redis-incr' }],
  });
  const { sequence } = runToEnd(openSession(simulateToEnd(plan)).why(0, 0));
  expect(new Set(sequence?.messages.map(({ request }) => request))).toEqual(new Set([0, 2]));
});

describe('a layered lane', () => {
  /** A crowd of four on one node, at 1 per second. */
  function explainedLayers(outer: object | string, inner: object | string): readonly Why[] {
    const plan = planOfDocument({
      policy: { n: 1, T: 1, capacity: 1 },
      traffic: [{ kind: 'times', at: [0, 0, 0, 0], key: 'k' }],
      duration: 5,
      cluster: { nodes: 1 },
      lanes: [{ limiter: 'layered', options: { outer, inner } }],
    });
    const session = openSession(simulateToEnd(plan));
    return [0, 1, 2, 3].map((request) => runToEnd(session.why(0, request)));
  }
  const queue = { limiter: 'leaky-queue', policy: { capacity: 2 } };
  const fourTokens = { limiter: 'token-bucket', policy: { n: 4, capacity: 4 } };
  const verdicts = (whys: readonly Why[]) =>
    whys.map(({ outcome, explanation }) => [outcome, outcomeOf(explanation.verdict)]);

  it('is explained by the layer that decided, with its numbers, and by the code of both', () => {
    const whys = explainedLayers(queue, fourTokens);
    expect(verdicts(whys)).toEqual([
      ['allow', 'allow'],
      ['delay', 'delay'],
      ['delay', 'delay'],
      ['deny', 'deny'],
    ]);
    const [admitted, delayed, , denied] = whys.map(({ explanation }) => explanation);
    const said = [admitted, delayed, denied];
    expect(said.map((one) => one?.sentence)).toEqual([
      'The bucket holds 4 tokens, and the request takes 1.',
      'The outer limiter made the request wait; the inner one then admitted it. The bucket holds 4 tokens, and the request takes 1.',
      'The outer limiter denied the request. The queue has 2 of 2 places taken, and the request needs 1: there is room in 1.000 s.',
    ]);
    const outer = 'Leaky queue, on this node, by its clock';
    const linesOfAdmitted = [
      outer,
      'after its wait, if any:',
      'ASK the server: key, cost',
      'it decides with Token bucket, by its own clock',
      'if it admits: allow, after its wait, if any',
    ];
    expect(said.map((one) => one?.executedLines.map((line) => one.code[line]?.trim()))).toEqual([
      linesOfAdmitted,
      linesOfAdmitted,
      [outer, 'if it denies: deny'],
    ]);
    expect(said.map((one) => one?.code[0])).toEqual(Array(3).fill(outer));
  });

  it('says that a request which the inner limiter denied was charged in vain, with the inner limiter’s numbers', () => {
    const whys = explainedLayers(fourTokens, 'token-bucket');
    expect(verdicts(whys).slice(0, 2)).toEqual([
      ['allow', 'allow'],
      ['deny', 'deny'],
    ]);
    expect(whys[1]?.explanation).toMatchObject({
      sentence:
        'The outer limiter admitted and charged the request; the inner one denied it. ' +
        'The bucket holds 0 tokens, and the request needs 1. The missing part is refilled in 1.000 s.',
      evaluatedCondition: '0 ≥ 1',
      holds: false,
    });
  });
});

describe('a request that the fallback answers', () => {
  /** The second request's key is the name of the lock that the first one holds: the store has no hash there. */
  function afterError(fallback: string): Why {
    const plan = planOfDocument({
      policy: { n: 4, T: 10 },
      traffic: [{ kind: 'times', at: [0, 0.001], key: ['k', 'k:lock'] }],
      duration: 5,
      cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
      lanes: [{ limiter: 'redis-token-bucket', options: { concurrency: 'lock', fallback } }],
    });
    return runToEnd(openSession(simulateToEnd(plan)).why(0, 1));
  }

  it.each([
    ['deny', 'So the node denies the request.'],
    ['allow', 'So the node admits the request.'],
    ['local', 'So the node decides locally, on its share of the limit.'],
  ])('is not said to have had no answer where that was an error: %s', (fallback, whatFollows) => {
    expect(afterError(fallback).explanation.sentence).toBe(
      `The store returned an error: WRONGTYPE Operation against a key holding the wrong kind of value. ${whatFollows}`,
    );
  });
});
