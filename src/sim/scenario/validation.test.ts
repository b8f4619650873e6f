/** Invalid documents, and the exact sentences that explain them: the whole and the policy. */
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { arbitraryDocuments } from './arbitraries.testing.ts';
import { parseScenario, parseScenarioText, policyProblem, problemMessage, scenarioOf } from './scenario.ts';
import { problemMessages } from './testing.ts';

// Thousands of documents, on a machine that may have other work.
vi.setConfig({ testTimeout: 60_000 });

const entry = (fields: object) => ({ traffic: [fields] });
const RATE = 'It may be a number above 0, at most 1,000,000,000.';
const PERMITS = 'It may be a whole number from 1 to 1,000,000.';

it('what is wrong with a document is said in sentences where it was known to be valid', () => {
  const document = { seed: -1, policy: { n: 0 } };
  expect(() => scenarioOf(document)).toThrow(new TypeError(problemMessages(document).join(' ')));
});

describe('the whole', () => {
  it.each<[string, unknown, readonly string[]]>([
    [
      'null',
      null,
      [
        'The scenario is null. It may be an object with version, title, notes, notesFor, seed, duration, epoch, policy, traffic, lanes, cluster, goals and lesson.',
      ],
    ],
    [
      'a list',
      [],
      [
        'The scenario is []. It may be an object with version, title, notes, notesFor, seed, duration, epoch, policy, traffic, lanes, cluster, goals and lesson.',
      ],
    ],
    [
      'an unknown field',
      { polcy: { n: 1 } },
      [
        'polcy is not a known field. It may be version, title, notes, notesFor, seed, duration, epoch, policy, traffic, lanes, cluster, goals or lesson. Did you mean policy?',
      ],
    ],
    [
      'a field from nowhere',
      { speed: 1 },
      [
        'speed is not a known field. It may be version, title, notes, notesFor, seed, duration, epoch, policy, traffic, lanes, cluster, goals or lesson. Did you mean seed?',
      ],
    ],
    [
      'a prototype',
      JSON.parse('{"__proto__":{"n":1}}'),
      [
        '["__proto__"] is not a known field. It may be version, title, notes, notesFor, seed, duration, epoch, policy, traffic, lanes, cluster, goals or lesson.',
      ],
    ],
    [
      'a newer version',
      { version: 3, what: 'ever' },
      ['This scenario was made by a newer Spillway (format 3; this one reads up to 1).'],
    ],
    ['version 0', { version: 0 }, ['version is 0. It may be 1.']],
    ['a version in words', { version: '1' }, ['version is "1". It may be 1.']],
    [
      'a long title',
      { title: 'x'.repeat(201) },
      [`title is "${'x'.repeat(38)}…. It may be text of at most 200 characters.`],
    ],
    ['seed', { seed: 1.5 }, ['seed is 1.5. It may be a whole number from 0 to 4,294,967,295.']],
    ['duration', { duration: 0 }, ['duration is 0. It may be a number of seconds from 0.000001 to 2,592,000.']],
    ['epoch', { epoch: -1 }, ['epoch is −1. It may be a number of seconds from 0 to 9,000,000,000.']],
    [
      'infinity',
      { duration: Infinity },
      ['duration is Infinity. It may be a number of seconds from 0.000001 to 2,592,000.'],
    ],
    ['not a number', { seed: NaN }, ['seed is NaN. It may be a whole number from 0 to 4,294,967,295.']],
    [
      'null for nothing',
      { duration: null },
      ['duration is null. It may be a number of seconds from 0.000001 to 2,592,000.'],
    ],
    [
      '51 lanes',
      { lanes: Array.from({ length: 51 }, () => ({ limiter: 'gcra' })) },
      ['lanes is a list of 51. It may be a list of at most 50 lanes.'],
    ],
    [
      'lanes that are no list',
      { lanes: { limiter: 'gcra' } },
      ['lanes is {"limiter":"gcra"}. It may be a list of at most 50 lanes.'],
    ],
    [
      'two entries for clicks',
      {
        traffic: [
          { kind: 'times', clicks: true },
          { kind: 'times', clicks: true },
        ],
      },
      ['traffic[1].clicks is true. It may be false: traffic[0] already takes the clicks.'],
    ],
  ])('%s', (_, document, sentences) => expect(problemMessages(document)).toEqual(sentences));

  it('reports every problem at once, in the order of the format', () => {
    expect(
      problemMessages({
        policy: { n: -5, T: 0 },
        seed: -1,
        traffic: [{ kind: 'steady' }],
        lanes: [{ limiter: 'gcra', edition: 'published' }],
      }),
    ).toEqual([
      'seed is −1. It may be a whole number from 0 to 4,294,967,295.',
      `policy.n is −5. ${PERMITS}`,
      'policy.T is 0. It may be a number of seconds from 0.001 to 2,592,000.',
      `traffic[0].rate is missing. ${RATE}`,
      'lanes[0].edition is "published". It may be "corrected".',
    ]);
  });

  it('reports every unknown field', () => {
    expect(problemMessages({ policy: { limit: 1, window: 2, T: 5 } })).toEqual([
      'policy.limit is not a known field. It may be n, T or capacity.',
      'policy.window is not a known field. It may be n, T or capacity.',
    ]);
  });

  it('reports at most 100 problems', () => {
    expect(problemMessages(entry({ kind: 'times', at: Array.from({ length: 200_000 }, () => -1) }))).toHaveLength(100);
  });

  it('is no text that is not JSON', () => {
    const parsed = parseScenarioText('{"policy": {"n": 5,}');
    expect(parsed.ok ? '' : parsed.problems.map(problemMessage).join()).toMatch(/^This is not JSON \(.+\)\.$/);
    expect(parseScenarioText('\uFEFF{"seed": 7}')).toMatchObject({ ok: true, scenario: { seed: 7 } });
  });
});

describe('the policy', () => {
  it.each<[object, string]>([
    [{ n: -5 }, `policy.n is −5. ${PERMITS}`],
    [{ n: 0 }, `policy.n is 0. ${PERMITS}`],
    [{ n: 1_000_001 }, `policy.n is 1,000,001. ${PERMITS}`],
    [{ n: 2.5 }, `policy.n is 2.5. ${PERMITS}`],
    [{ n: '10' }, `policy.n is "10". ${PERMITS}`],
    [{ T: 0.0009 }, 'policy.T is 0.0009. It may be a number of seconds from 0.001 to 2,592,000.'],
    [{ T: 2_592_001 }, 'policy.T is 2,592,001. It may be a number of seconds from 0.001 to 2,592,000.'],
    [{ capacity: null }, `policy.capacity is null. ${PERMITS}`],
    [{ N: 10 }, 'policy.N is not a known field. It may be n, T or capacity. Did you mean n?'],
    [{ capactiy: 10 }, 'policy.capactiy is not a known field. It may be n, T or capacity. Did you mean capacity?'],
  ])('%o', (policy, words) => expect(problemMessages({ policy })).toEqual([words]));

  it('can be asked about one field, for a form', () => {
    expect(policyProblem('n', 0)).toEqual({ path: 'n', actual: '0', expected: 'a whole number from 1 to 1,000,000' });
    expect(policyProblem('T', 0.5)).toBeUndefined();
    expect(policyProblem('capacity', 1.5, 'lanes[2].policy.capacity')?.path).toBe('lanes[2].policy.capacity');
  });
});

describe('any value', () => {
  it('is read or refused with reasons, never thrown at', () => {
    const value = fc.oneof(
      fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(value, (document) => {
        const parsed = parseScenario(document);
        const said = parsed.ok ? ['It is good.'] : parsed.problems.map(problemMessage);
        expect(said.length).toBeGreaterThan(0);
        for (const words of said) expect(words).toMatch(/[.?]$/);
      }),
      { seed: 20_260_101, numRuns: 1_000 },
    );
  });

  it('in place of a part of a good document is refused at that place, or is as good', () => {
    const anything = fc.oneof(fc.jsonValue(), fc.constantFrom(-1, 0, 0.5, 1e9, '', 'x', null, [], {}));
    fc.assert(
      fc.property(arbitraryDocuments(), fc.nat(), anything, (document, choice, value) => {
        const places: (readonly [holder: Record<string, unknown>, key: string, path: string])[] = [];
        const changed = structuredClone(document);
        const visit = (node: unknown, path: string) => {
          if (typeof node !== 'object' || node === null) return;
          for (const key of Object.keys(node)) {
            const at = Array.isArray(node) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
            places.push([node as Record<string, unknown>, key, at]);
            visit((node as Record<string, unknown>)[key], at);
          }
        };
        visit(changed, '');
        const [holder, key, path] = places[choice % places.length] as (typeof places)[number];
        holder[key] = value;
        const parsed = parseScenario(changed);
        if (parsed.ok || path === 'version') return;
        // What is wrong lies at the place, within it, or in something that has to fit it.
        const stem = path.split(/[.[]/, 1)[0] as string;
        const near = parsed.problems.every(
          (problem) => problem.path.startsWith(stem) || /^(lanes|cluster)/.test(problem.path),
        );
        expect(near, `${path}: ${parsed.problems.map(problemMessage).join(' ')}`).toBe(true);
      }),
      { seed: 20_260_102, numRuns: 1_000 },
    );
  });
});
