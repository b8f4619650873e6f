/** Lessons in the format: what is read, what is left out, and what that says. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from './json.ts';
import { LOCKS, QUANTITY_UNITS } from './lesson.ts';
import { decodeLink, encodeLink } from './link.ts';
import { readLesson } from './readLesson.ts';
import { minimalDocument, scenarioOf } from './scenario.ts';
import { problemMessages } from './testing.ts';

const base = { traffic: [{ kind: 'burst', at: 1, count: 12 }], lanes: [{ limiter: 'fixed-window' }] };
const quantity = { of: 'admitted', lane: 0 };
const step = {
  text: 'Twelve requests come at once.',
  bet: { kind: 'number', question: 'How many get in?', quantity },
  after: 'Ten.',
  view: { at: 1, from: 0, to: 60, layout: 'stacked' },
  lit: ['lane:0', 'phase:0', 'time:1.5', 'n'],
  locks: ['n', 'T'],
  hideFuture: true,
};
const task = {
  prompt: 'Let all of them in.',
  until: [{ quantity, at: 'least', value: { of: 'requests', lane: 0 } }],
  solution: { policy: { n: 12 } },
};

function read(lesson: object) {
  return readLesson(lesson as JsonObject, base);
}

describe('a lesson', () => {
  it('is part of a scenario, comes back from a document and a link, and never stops a run', () => {
    const lesson = { title: 'Ours', steps: [step, { text: 'Now you.', task }, { film: 'a newer version has these' }] };
    const scenario = scenarioOf({ ...base, lesson });
    expect(scenario.lesson).toEqual(lesson);
    expect(scenarioOf(minimalDocument(scenario))).toEqual(scenario);
    expect(decodeLink(encodeLink(scenario))).toMatchObject({ ok: true, scenario });
    expect(scenarioOf(base).lesson).toBeUndefined();
    expect(problemMessages({ lesson: [] })).toEqual(['lesson is []. It may be an object of at most 40 levels.']);
  });

  it('has names that the format promises, for ever', () => {
    expect(Object.keys(QUANTITY_UNITS).join(' ')).toBe(
      'requests admitted denied delayed peakAllKeys waitMean firstDenialAt firstAdmissionAt lastAdmissionAt level ' +
        'windowCount retryAfter retries jobsAdmitted messages bytesPerKey',
    );
    expect(LOCKS).toEqual(['n', 'T', 'capacity', 'traffic', 'send', 'lanes', 'options', 'cluster', 'seed']);
  });

  it('is read whole, each step with its scenario', () => {
    const lesson = read({
      title: 'Ours',
      steps: [step, { text: 'Now you.', task, change: { policy: { n: 5 } } }, { text: 'Another.', document: {} }],
    });
    expect(lesson.problems).toEqual([]);
    expect(lesson.title).toBe('Ours');
    const [first, second, third] = lesson.steps;
    expect(first).toMatchObject(step);
    expect(first?.scenario).toEqual(scenarioOf(base));
    expect(second?.scenario.policy.n).toBe(5);
    expect(second?.solved?.policy.n).toBe(12);
    expect(third?.scenario.lanes).toEqual([]);
  });

  it.each<[object, string]>([
    [{ steps: [{ ...step, film: 1 }] }, 'lesson.steps[0].film is not known to this version. It is left out.'],
    [{ steps: [step], music: 1 }, 'lesson.music is not known to this version. It is left out.'],
    [{ steps: [{ ...step, locks: ['doors'] }] }, 'lesson.steps[0].locks[0] is "doors". It may be "n", "T", "capacity", "traffic", "send", "lanes", "options", "cluster" or "seed". It is left out.'], // prettier-ignore
    [{ steps: [{ ...step, lit: ['lane:3'] }] }, 'lesson.steps[0].lit names lane 3, which is not there: there is 1, counted from 0. It is left out.'], // prettier-ignore
    [{ steps: [{ ...step, lit: ['phase:1'] }] }, 'lesson.steps[0].lit names phase 1, which is not there: there is 1, counted from 0. It is left out.'], // prettier-ignore
    [{ steps: [{ ...step, bet: { ...step.bet, quantity: { of: 'admitted', lane: 4 } } }] }, 'lesson.steps[0].bet names lane 4, which is not there: there is 1, counted from 0. It is left out.'], // prettier-ignore
    [{ steps: [{ ...step, bet: { ...step.bet, quantity: { of: 'level', lane: 0 } } }] }, 'lesson.steps[0].bet.quantity.at is missing. It may be a number of seconds from 0 to 5,184,000. It is left out.'], // prettier-ignore
    [{ steps: [{ ...step, bet: { kind: 'song' } }] }, 'lesson.steps[0].bet.kind is "song". It may be "choice", "number", "time" or "line". It is left out.'], // prettier-ignore
    [{ steps: [{ ...step, task: { ...task, solution: { policy: { n: 0 } } } }] }, 'lesson.steps[0].task.solution makes no scenario: policy.n is 0. It may be a whole number from 1 to 1,000,000. It is left out.'], // prettier-ignore
    [{ steps: [{ ...step, change: { lanes: [{ limiter: 'none' }] } }] }, 'lesson.steps[0].change makes no scenario: lanes[0].limiter is "none".'], // prettier-ignore
    [{ steps: [{ ...step, text: 5 }] }, 'lesson.steps[0].text is 5. It may be text of at most 5,000 characters. It is left out.'], // prettier-ignore
    [{ steps: [7] }, 'lesson.steps[0] is 7. It may be an object. It is left out.'],
    [{ steps: 'none' }, 'lesson.steps is "none". It may be a list of steps. It is left out.'],
    [{}, 'lesson.steps is missing. It may be a list of steps. It is left out.'],
    [{ steps: Array.from({ length: 60 }, () => step) }, 'The lesson has 60 steps, of which the first 50 are shown.'],
  ])('%j says so, and the rest works', (lesson, sentence) => {
    const { steps, problems } = read(lesson);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.slice(0, sentence.length)).toBe(sentence);
    for (const each of steps) expect(each.scenario.lanes).toHaveLength(1);
  });

  it('keeps what one part that is left out stands beside', () => {
    const [first] = read({ steps: [{ ...step, bet: 5, lit: ['lane:9', 'lane:0'] }] }).steps;
    expect(first?.bet).toBeUndefined();
    expect(first?.text).toBe(step.text);
    expect(first?.lit).toEqual(['lane:0']);
  });
});
