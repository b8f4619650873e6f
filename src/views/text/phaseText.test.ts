import { describe, expect, it } from 'vitest';
import { scriptExamples, trafficKindOf } from '../../sim/index.ts';
import { phaseNoEffectText, scriptNoteText } from './noEffectText.ts';
import { phaseLabel, phaseName, phaseText } from './phaseText.ts';
import { expectLinearTime } from '../../linearTime.testing.ts';
import { parsePhase } from '../traffic/testing.ts';

describe('a phase in words', () => {
  it.each([
    [{ kind: 'steady', from: 9, to: 9.95, rate: 10 }, 'steady, 10 a second, 9 s to 9.95 s', 'steady 10/s'],
    [{ kind: 'steady', rate: 0.5 }, 'steady, 30 a minute, 0 s to the end', 'steady 30/min'],
    [{ kind: 'poisson', from: 60, to: 3_600, rate: 5 }, 'Poisson, 5 a second, 60 s to 3,600 s', 'Poisson 5/s'],
    [{ kind: 'ramp', to: 60, rate: [1, 20] }, 'ramp, 1 to 20 a second, 0 s to 60 s', 'ramp 1–20/s'],
    [{ kind: 'ramp', to: 60, rate: [0, 20] }, 'ramp, 0 to 20 a second, 0 s to 60 s', 'ramp 0–20/s'],
    [{ kind: 'ramp', to: 60, rate: [2, 0] }, 'ramp, 2 a second to 0, 0 s to 60 s', 'ramp 2/s–0'],
    [{ kind: 'ramp', to: 60, rate: [0.001, 2] }, 'ramp, 3.6 an hour to 2 a second, 0 s to 60 s', 'ramp 3.6/h–2/s'],
    [{ kind: 'burst', at: 58, count: 100 }, 'burst, 100 at 58 s', 'burst 100'],
    [{ kind: 'burst', at: 58, count: 5_000, spread: 2 }, 'burst, 5,000 at 58 s, over 2 s', 'burst 5,000'],
    [
      { kind: 'on-off', to: 60, rate: 20, on: 2, off: 8 },
      'on-off, 20 a second, 2 s on, 8 s off, 0 s to 60 s',
      'on-off 20/s',
    ],
    [{ kind: 'daily', to: 86_400, mean: 5 }, 'daily, 5 a second on average, 0 s to 86,400 s', 'daily 5/s'],
    [{ kind: 'times', at: [3] }, 'times, 1 request, at 3 s', 'times 1'],
    [{ kind: 'times', at: [1.5, 0, 0] }, 'times, 3 requests, 0 s to 1.5 s', 'times 3'],
    [{ kind: 'times' }, 'times, no requests', 'times 0'],
    [{ kind: 'times', at: [12.4], clicks: true }, 'sent manually, 1 request, at 12.4 s', 'sent 1'],
    [
      { kind: 'clients', count: 20, rate: 1, to: 60, retry: { strategy: 'backoff' } },
      'clients, 20 with backoff, full jitter, 1 job a second each, 0 s to 60 s',
      '20 clients',
    ],
    [
      { kind: 'clients', count: 30, rate: 0.1, retry: { strategy: 'backoff', jitter: 'none' } },
      'clients, 30 with backoff, no jitter, 6 jobs a minute each, 0 s to the end',
      '30 clients',
    ],
    [
      { kind: 'clients', count: 1_000, rate: 0.05, arrivals: 'poisson' },
      'clients, 1,000 with no retry, 3 jobs a minute each at random, 0 s to the end',
      '1,000 clients',
    ],
    [
      {
        kind: 'clients',
        phases: Array.from({ length: 8 }, () => ({ jobs: 1, rate: 1 })),
        retry: { strategy: 'retry-poll' },
      },
      'clients, 1 with retry-poll, 8 phases',
      '1 client',
    ],
    [
      { kind: 'clients', from: 5, phases: [{ jobs: 1, rate: 1 }], retry: { strategy: 'retry-after' } },
      'clients, 1 with retry-after, 1 phase, 5 s to the end',
      '1 client',
    ],
    [
      { kind: 'clients', count: 3, retry: { strategy: 'careless' } },
      'clients, 3 careless, one request every 10 ms each, 0 s to the end',
      '3 clients',
    ],
    [
      { kind: 'clients', to: 60, retry: { strategy: 'abuser', a: 1.5 } },
      'clients, 1 abusing, 1.5 × n/T each, 0 s to 60 s',
      '1 client',
    ],
    [{ kind: 'script', code: 'a\nb' }, 'script, 2 lines', 'script'],
    [{ kind: 'script', code: 'a\n' }, 'script, 1 line', 'script'],
    [{ kind: 'script', code: '\n' }, 'script, empty', 'script'],
  ])('%j', (entry, words, label) => {
    expect(phaseText(parsePhase(entry))).toBe(words);
    expect(phaseLabel(parsePhase(entry))).toBe(label);
  });

  it('is numbered from 1', () =>
    expect(phaseName(0, parsePhase({ kind: 'burst', at: 58, count: 100 }))).toBe('Phase 1: burst, 100 at 58 s'));
});

it.each([
  [{ mean: 5 }, 'Over each 24-hour day, the rate varies between 1 and 9 a second and peaks at 14:00.'],
  [{ mean: 5, swing: 1 }, 'Over each 24-hour day, the rate varies between 0 and 10 a second and peaks at 14:00.'],
  [{ mean: 5, swing: 0 }, 'Over each 24-hour day, the rate stays at 5 a second.'],
  [{ mean: 5, peakAt: 61 }, 'Over each 24-hour day, the rate varies between 1 and 9 a second and peaks at 00:01:01.'],
])('the day of %j', (figures, words) => {
  const entry = parsePhase({ kind: 'daily', ...figures });
  expect(trafficKindOf(entry).form.explanation(entry)).toBe(words);
});

it('beside the seconds of a peak stands the time of day', () => {
  const { fields } = trafficKindOf(parsePhase({ kind: 'daily', mean: 5 })).form;
  expect(fields.flatMap(({ path, inWords }) => (inWords === undefined ? [] : [[path, inWords(50_400)]]))).toEqual([
    ['peakAt', '14:00'],
  ]);
});

it.each([
  [
    { kind: 'steady', from: 90, rate: 1 },
    'Phase 2 begins at 90 s; the run ends at 60 s. It has no effect in this run.',
  ],
  [
    { kind: 'steady', from: 60, rate: 1 },
    'Phase 2 begins at 60 s; the run ends at 60 s. It has no effect in this run.',
  ],
  [
    { kind: 'clients', from: 90, rate: 1 },
    'Phase 2 begins at 90 s; the run ends at 60 s. It has no effect in this run.',
  ],
  [{ kind: 'steady', from: 9, to: 9, rate: 1 }, 'Phase 2 ends at 9 s, where it begins. It has no effect in this run.'],
  [{ kind: 'steady', from: 59.9, rate: 1 }, null],
  [{ kind: 'steady', from: 0, to: 90, rate: 1 }, null],
  // Explicit requests are decided at any instant.
  [{ kind: 'burst', at: 90, count: 1 }, null],
  [{ kind: 'times', at: [90] }, null],
  [{ kind: 'script', code: '' }, null],
])('what is seen of %j in a run of 60 s', (entry, words) =>
  expect(phaseNoEffectText(1, parsePhase(entry), 60)).toBe(words),
);

const inClient = (body: string) => `client(function* () { ${body} });`;
const noteOn = (code: string) => scriptNoteText(1, parsePhase({ kind: 'script', code }));

describe('a call that is not yielded', () => {
  it.each([
    ['request', 'request(); yield sleep(1);'],
    ['request', 'while (true) request({ cost: 2 })'],
    ['sleep', 'if ((yield request()).outcome === "deny") yield sleep(2); else sleep(1);'],
    ['sleepUntil', 'yield request()\nsleepUntil(5)\n'],
  ])('is said to do nothing: %s()', (call, body) =>
    expect(noteOn(inClient(body))).toBe(
      `Phase 2 calls ${call}() without yield, which does nothing. In a client, it is yield ${call}(…).`,
    ),
  );

  it.each([
    'const job = request({ cost: 2 }); yield job;',
    'const next = () => request(); yield next();',
    'const jobs = { request() { return 1; } }; yield request(); jobs.request();',
    '// Each does: request(); sleep(1);',
    'for (const each of [request(), sleep(1)]) yield each;',
  ])('is not, where it may yet be yielded, or is none: %s', (body) => expect(noteOn(inClient(body))).toBeNull());
});

describe('what a script reads of an answer', () => {
  it.each([
    ['allowed', 'const r = yield request(); if (r.allowed) yield sleep(1);'],
    ['status', 'let r; r = yield request({ cost: 2 }); while (r?.status === 429) r = yield request();'],
    ['ok', 'const { outcome, ok } = yield request();'],
    ['retry_after', 'const $a = yield request(); yield sleep($a.retry_after);'],
  ])('is said where none has a field %j', (field, body) =>
    expect(noteOn(inClient(body))).toBe(
      `Phase 2 reads “${field}” from an answer, but an answer has only outcome, wait, retryAfter and timedOut.`,
    ),
  );

  it.each([
    'const r = yield request(); if (r.outcome === "deny" && r.retryAfter !== null) yield sleep(r.retryAfter + r.wait);',
    'const { outcome: what, timedOut = false } = yield request();',
    'const r = yield request(); r.tries = 1; yield sleep(r.tries);',
    'const r = yield request(); if (r.hasOwnProperty("wait")) return;',
    'const r = yield request(); // r.allowed',
    'const r = yield request(), job = { r: { allowed: true } }; if (job.r.allowed) return; "r.allowed";',
    'const seen = []; yield request(); if (seen.allowed) return;',
  ])('is not where it has, or the script made it: %s', (body) => expect(noteOn(inClient(body))).toBeNull());

  it('is not of our own examples', () => {
    expect(scriptExamples.map(({ code }) => noteOn(code))).toEqual(scriptExamples.map(() => null));
  });

  it.each(['/*', "'", 'a', 'a{', ' ', '; ', 'a = yield request(); ', 'a.b ', ';request('])(
    'is found in linear time in many %j',
    (part) => expectLinearTime(100_000, (length) => `a = yield request();${part.repeat(length / part.length)}`, noteOn),
  );
});
