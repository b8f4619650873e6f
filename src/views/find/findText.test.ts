/** What the form asks where it leaves things open, and the sentences over a test and a search. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_CLUSTER, scenarioOf, type Scenario } from '../../sim/index.ts';
import type { FindForm, LawFinding, LawTest, TrafficSearch } from '../../store/finding/finding.ts';
import { filled, searchText, specOf, testText } from './findText.ts';

function scenarioWith(...limiters: string[]): Scenario {
  const lanes = limiters.map((limiter, index) => ({ limiter, ...(index === 1 && { policy: { n: 7, T: 2 } }) }));
  return scenarioOf({ policy: { n: 3, T: 60 }, lanes });
}

const EFFORT = { requests: 6, tries: 0, seed: 1 };
const OPEN: FindForm = { kind: 'differ', lane: null, other: null, n: null, T: null, races: null, effort: EFFORT };
const THREE = scenarioWith('fixed-window', 'sliding-log', 'gcra');

describe('the form', () => {
  it('asks about the lane of the drawer and the next one', () => {
    expect(specOf(filled(OPEN, THREE, 1))).toEqual({ kind: 'differ', lane: 1, other: 2 });
    expect(specOf(filled(OPEN, THREE, 2))).toEqual({ kind: 'differ', lane: 2, other: 0 });
  });

  it('never asks whether a lane differs from itself, or from one that is gone', () => {
    expect(filled({ ...OPEN, lane: 2, other: 2 }, THREE, 0)).toMatchObject({ lane: 2, other: 0 });
    expect(filled({ ...OPEN, lane: 4, other: 5 }, THREE, 0)).toMatchObject({ lane: 2, other: 0 });
    expect(filled(OPEN, scenarioWith('gcra'), 0)).toMatchObject({ kind: 'over', lane: 0, other: null });
  });

  it("has the lane's own n and T, in microseconds, unless others are typed", () => {
    const over = { ...OPEN, kind: 'over' } as const;
    expect(specOf(filled(over, THREE, 1))).toEqual({ kind: 'over', lane: 1, allowance: { n: 7, T: 2_000_000 } });
    expect(specOf(filled({ ...over, n: 1, T: 0.000001 }, THREE, 0))).toMatchObject({ allowance: { n: 1, T: 1 } });
  });

  it('offers races where a lane runs on nodes, and then tries fewer random runs', () => {
    const two = scenarioWith('gcra', 'redis-incr');
    const races = { ...OPEN, kind: 'over', races: true, effort: null } as const;
    expect(filled(races, two, 0).races).toBeNull();
    expect(filled({ ...races, kind: 'admits' }, two, 1).races).toBeNull();
    expect(specOf(filled(races, two, 1))).toMatchObject({ kind: 'races', lane: 1, shows: 'over' });
    expect(filled(races, two, 1).effort.tries).toBeLessThan(filled({ ...races, races: false }, two, 1).effort.tries);
  });

  it('looks for races where the scenario has several nodes, unless it is told otherwise', () => {
    const alone = scenarioWith('redis-incr');
    const over = { ...OPEN, kind: 'over' } as const;
    const onNodes = (nodes: number) => ({ ...alone, cluster: { ...DEFAULT_CLUSTER, nodes } });
    expect([alone, onNodes(1), onNodes(2)].map((one) => filled(over, one, 0).races)).toEqual([false, false, true]);
    expect(filled({ ...over, races: false }, onNodes(2), 0).races).toBe(false);
  });
});

const ASKED = { about: THREE, running: false, stopped: false, problem: null };

it('says how far a test is, and what it came to', () => {
  const verdicts = (['held', 'held', 'broken', 'not claimed'] as const).map((outcome) => ({ outcome }) as LawFinding);
  const test: LawTest = {
    ...ASKED,
    lane: 1,
    verdicts,
    testing: 'law 7 of 10: “Keys do not affect each other”',
    laws: 10,
    done: 0.5,
  };
  expect(testText(null, 1)).toBe('');
  expect(testText({ ...test, running: true }, 1)).toBe('Testing law 7 of 10: “Keys do not affect each other”');
  expect(testText(test, 1)).toBe('Lane 2: 2 laws held, 1 broken and 1 not claimed.');
  expect(testText({ ...test, verdicts: verdicts.slice(0, 1), stopped: true }, 1)).toBe(
    'Stopped: 1 law held, 0 broken and 9 not tested.',
  );
  expect(testText({ ...test, problem: 'Lane 2 has no rule.' }, 1)).toBe('Lane 2 has no rule.');
});

it('says what a search tries, and that nothing was found', () => {
  const search: TrafficSearch = { ...ASKED, spec: specOf(filled(OPEN, THREE, 0)), progress: null, finding: null };
  const progress = { phase: 'random', trying: '2 random traffics', done: 0 } as const;
  expect(searchText({ ...search, running: true, progress })).toBe('Trying 2 random traffics…');
  expect(searchText({ ...search, stopped: true })).toBe('Stopped before the end.');
  const finding = { sought: 'A and B differ', found: null, tried: 'None in 2.', instants: '0 s' };
  expect(searchText({ ...search, finding })).toBe('Not found: traffic on which A and B differ. None in 2.');
});
