import { describe, expect, it } from 'vitest';
import { scenarioOf, type Cluster } from '../../sim/index.ts';
import { faultLabel, faultName, faultText, clockStepLabel, clockStepName } from './faultText.ts';
import { faultNoEffectText, faultNote } from './noEffectText.ts';

function clusterWith(...faults: readonly object[]): Cluster {
  return scenarioOf({ cluster: { nodes: 3, faults } }).cluster!;
}

describe('a fault', () => {
  it.each<[object, string, string]>([
    [{ kind: 'node-down', node: 1, at: 5, until: 8 }, 'N2 down', 'N2 down, 5 s to 8 s'],
    [{ kind: 'node-down', node: 0, at: 0.25 }, 'N1 down', 'N1 down, 0.25 s to the end'],
    [{ kind: 'node-added', at: 5 }, 'N4 added', 'N4 added at 5 s'],
    [{ kind: 'node-removed', node: 2, at: 5 }, 'N3 removed', 'N3 removed at 5 s'],
    [{ kind: 'crash-after', node: 0, command: 'INCR', at: 0 }, 'N1 dies after INCR', 'N1 dies after INCR, from 0 s'],
    [{ kind: 'store-down', at: 10, until: 12 }, 'store down', 'store down, 10 s to 12 s'],
    [{ kind: 'store-slow', at: 1, until: 2, factor: 1_000 }, 'store 1,000× slower', 'store 1,000× slower, 1 s to 2 s'],
    [{ kind: 'store-flush', at: 1.000001 }, 'store loses its data', 'store loses its data at 1.000001 s'],
    [{ kind: 'link-down', node: 1, at: 1 }, 'link of N2 cut', 'link of N2 cut, 1 s to the end'],
  ])('%j is called %s', (fault, label, text) => {
    const cluster = clusterWith(fault);
    const [own] = cluster.faults;
    expect(faultLabel(own!, 0, cluster)).toBe(label);
    expect(faultText(own!, 0, cluster)).toBe(text);
    expect(faultName(own!, 0, cluster)).toBe(`Fault 1: ${text}`);
  });

  it('that adds a node numbers it by its instant', () => {
    const cluster = clusterWith({ kind: 'node-added', at: 9 }, { kind: 'node-added', at: 5 });
    expect(cluster.faults.map((fault, index) => faultLabel(fault, index, cluster))).toEqual(['N5 added', 'N4 added']);
  });

  it.each<[object, string | null]>([
    [{ kind: 'node-down', node: 0, at: 59, until: 70 }, null],
    [
      { kind: 'store-flush', at: 60 },
      'Fault 1 begins at 60 s; the run ends at 60 s. Nothing runs until one of the two is changed.',
    ],
    [{ kind: 'store-down', at: 5, until: 5 }, 'Fault 1 ends at 5 s, where it begins. It has no effect in this run.'],
    [{ kind: 'store-down', at: 5 }, null],
    [{ kind: 'store-slow', at: 5, factor: 1.5 }, null],
    [
      { kind: 'store-slow', at: 5, factor: 1 },
      'Fault 1 has a factor of 1, which slows nothing down. It has no effect in this run.',
    ],
    [{ kind: 'crash-after', node: 0, command: 'INCR', at: 5 }, null],
    [
      { kind: 'crash-after', node: 0, command: 'EXPIRE', at: 5 },
      'Fault 1 comes between EXPIRE and the next message; no lane sends one after it. It has no effect in this run.',
    ],
  ])('%j of which nothing can be seen says why', (fault, words) => {
    const { lanes } = scenarioOf({ lanes: [{ limiter: 'redis-incr', options: { variant: 'incr-expire' } }] });
    const cluster = clusterWith(fault);
    expect(faultNoEffectText(cluster.faults[0]!, 0, 60, lanes, cluster)).toBe(words);
  });

  it.each<[object, string]>([
    [{ kind: 'store-down', at: 5 }, ''],
    [{ kind: 'store-down', at: 5, until: 5 }, ', no effect in this run'],
    [{ kind: 'store-flush', at: 60 }, ', after the run ends'],
  ])('%j has a note in the list', (fault, note) => {
    const cluster = clusterWith(fault);
    expect(faultNote(cluster.faults[0]!, 0, 60, [], cluster)).toBe(note);
  });

  const ADDED = { kind: 'node-added', at: 30 };
  const REMOVED = { kind: 'node-removed', node: 0, at: 10 };
  it.each<[object, string | null, string]>([
    [
      { kind: 'node-down', node: 3, at: 5, until: 30 },
      'Fault 3 ends at 30 s; N4 is added at 30 s. It has no effect in this run.',
      ', no effect in this run',
    ],
    // It is down when it is added.
    [{ kind: 'node-down', node: 3, at: 5, until: 31 }, null, ''],
    [{ kind: 'link-down', node: 3, at: 5 }, null, ''],
    [{ kind: 'node-down', node: 2, at: 5, until: 30 }, null, ''],
    [
      { kind: 'link-down', node: 0, at: 15 },
      'Fault 3 begins at 15 s; N1 is removed at 10 s, and gets no requests from then on.',
      ', after N1 is removed',
    ],
    [{ kind: 'node-down', node: 0, at: 10 }, null, ''],
    [{ kind: 'node-down', node: 1, at: 15 }, null, ''],
  ])('%j says whether its node is there', (fault, words, note) => {
    const cluster = clusterWith(ADDED, REMOVED, fault);
    expect(faultNoEffectText(cluster.faults[2]!, 2, 60, [], cluster)).toBe(words);
    expect(faultNote(cluster.faults[2]!, 2, 60, [], cluster)).toBe(note);
  });
});

it.each([
  [0.05, 'N2 +50 ms', 'Clock of N2: 50 ms ahead at 5 s'],
  [-1.5, 'N2 −1.5 s', 'Clock of N2: 1.5 s back at 5 s'],
])('a clock that steps by %d s', (by, label, name) => {
  expect(clockStepLabel(1, by)).toBe(label);
  expect(clockStepName(1, { at: 5, by })).toBe(name);
});
