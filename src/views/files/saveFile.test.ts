import { describe, expect, it } from 'vitest';
import { scenarioOf, parseScenarioText, presets, presetScenario, type Preset } from '../../sim/index.ts';
import { fileName, fileText } from './saveFile.ts';

describe('a saved file', () => {
  it.each([
    ['Edge burst', 'edge-burst.json'],
    ['  Two hours’ quota / in 20 min! ', 'two-hours-quota-in-20-min.json'],
    ['Überlauf', 'überlauf.json'],
    ['限流', '限流.json'],
    ['', 'spillway.json'],
    ['../..', 'spillway.json'],
    ['a'.repeat(200), `${'a'.repeat(60)}.json`],
    [`${'a'.repeat(59)} b`, `${'a'.repeat(59)}.json`],
  ])('of %j is called %s', (title, name) => expect(fileName(title)).toBe(name));

  it.each([
    ['Edge burst', 'decisions', 'edge-burst-decisions.csv'],
    ['', 'keys of lane 1', 'keys-of-lane-1.csv'],
    // Otherwise all that is saved of a run with a long title would have one name.
    ['a'.repeat(200), 'decisions', `${'a'.repeat(60)}-decisions.csv`],
  ])('of %j, with its %s, is called %s', (title, what, name) => expect(fileName(title, 'csv', what)).toBe(name));

  it('contains only what differs from the defaults', () => {
    expect(fileText(scenarioOf({ title: 'One', traffic: [{ kind: 'burst', at: 1, count: 2 }] }))).toBe(
      '{\n  "title": "One",\n  "traffic": [\n    {\n      "kind": "burst",\n      "at": 1,\n      "count": 2\n    }\n  ]\n}\n',
    );
  });

  it('parses to the same scenario', () => {
    const scenario = presetScenario(presets[0] as Preset);
    expect(parseScenarioText(fileText(scenario))).toEqual({ ok: true, scenario });
  });
});
