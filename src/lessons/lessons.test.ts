/** Holds every sentence of every lesson against its runs. */
import { describe, expect, it } from 'vitest';
import { quantitiesOf, runToEnd } from '../sim/engine.ts';
import {
  betQuantities,
  microsFromSeconds,
  readLesson,
  type Bet,
  type Condition,
  type JsonObject,
  type Lock,
  type Quantity,
  type ReadStep,
  type Task,
} from '../sim/index.ts';
import { brokenConditions, numbersNotIn, numeralsNotStated, sessionOf, uncoveredNumerals } from './checks.testing.ts';
import { lessons, type BuiltInStep } from './index.ts';
import { WHILE_BETTING } from './locks.ts';
import { piecesOf, plainText } from './markup.ts';
import type { Claim } from './lesson.ts';

/** Words of a step before its bet or task. */
const MOST_WORDS = 60;

const read = await Promise.all(
  lessons.map(async ({ id, title, load }) => ({ id, steps: stepsOf(id, title, (await load()).steps) })),
);

function stepsOf(
  id: string,
  title: string,
  given: readonly BuiltInStep[],
): readonly (ReadStep & { readonly given: BuiltInStep })[] {
  const bare = given.map(({ claims: _, given: __, ...step }) => step);
  const lesson = readLesson(structuredClone({ title, steps: bare }) as unknown as JsonObject, {});
  if (lesson.problems.length > 0) throw new Error(`${id}: ${lesson.problems.join(' ')}`);
  return lesson.steps.map((step, index) => ({ ...step, given: given[index] as BuiltInStep }));
}

/** Everything that a step says, as it is read; an option may be wrong, so its numbers are no claims. */
function wordsOf({ text, bet, task, after }: BuiltInStep): readonly string[] {
  return [text, bet?.question, task?.prompt, after].filter((words) => words !== undefined).map(plainText);
}

function conditionsOf({ is }: Claim): readonly Condition[] {
  return Array.isArray(is) ? (is as readonly Condition[]) : [is as Condition];
}

function documentOf({ document, task }: ReadStep, on: Claim['on']): JsonObject {
  if (on === undefined) return document;
  if (on !== 'solution') return merged(document, on.change);
  if (task === undefined) throw new Error('There is no task to solve.');
  return merged(document, task.solution);
}

function merged(document: JsonObject, change: JsonObject): JsonObject {
  const { steps } = readLesson({ steps: [{ text: '', change }] }, document);
  return (steps[0] as ReadStep).document;
}

it('no two lessons have the same id', () => {
  expect(new Set(lessons.map(({ id }) => id)).size).toBe(lessons.length);
});

describe.each(read)('$id', ({ steps }) => {
  it('has four to eight steps, a bet and a task', () => {
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(steps.length).toBeLessThanOrEqual(8);
    expect(steps.some(({ bet }) => bet !== undefined)).toBe(true);
    expect(steps.some(({ task }) => task !== undefined)).toBe(true);
  });

  describe.each(steps.map((step, index) => ({ number: index + 1, step })))('step $number', ({ number, step }) => {
    const { given } = step;

    it('is short', () => {
      expect(plainText(given.text).split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
      expect(given.bet !== undefined && given.task !== undefined).toBe(false);
    });

    it('begins where it looks', () => {
      const { at = 0, from = 0, to = Infinity } = given.view ?? {};
      expect(at).toBeGreaterThanOrEqual(from);
      expect(at).toBeLessThanOrEqual(to);
    });

    it('says nothing that its run does not', () => {
      for (const claim of given.claims) {
        expect(wordsOf(given).join('\n')).toContain(claim.says);
        expect([claim.says, ...brokenConditions(documentOf(step, claim.on), conditionsOf(claim))]).toEqual([
          claim.says,
        ]);
      }
    });

    it('claims the numbers that its words say', () => {
      for (const claim of given.claims) {
        const change = claim.on === 'solution' ? step.task?.solution : claim.on?.change;
        const unstated = numeralsNotStated(claim.says, conditionsOf(claim), step.document, change);
        expect([claim.says, ...unstated]).toEqual([claim.says]);
      }
    });

    it('has no number that nobody holds against a run', () => {
      const pieces = [...given.claims.map(({ says }) => says), ...(given.given ?? [])];
      for (const words of wordsOf(given)) expect([words, ...uncoveredNumerals(words, pieces)]).toEqual([words]);
      for (const piece of given.given ?? []) {
        expect(wordsOf(given).join('\n')).toContain(piece);
        expect([piece, ...numbersNotIn(step.document, piece)]).toEqual([piece]);
      }
    });

    it('has markup that names what is there', () => {
      for (const words of [given.text, given.bet?.question, given.task?.prompt, given.after].filter(
        (each) => each !== undefined,
      )) {
        expect(plainText(words)).not.toMatch(/[[\]*]/);
        const lit = piecesOf(words).flatMap((piece) => (piece.kind === 'target' ? [piece.target] : []));
        const { problems } = readLesson({ steps: [{ text: '', lit }] }, step.document);
        expect(problems).toEqual([]);
      }
    });

    it('suggests what may be tried only once it is answered, when nothing is locked', () => {
      expect([given.text, given.bet?.question, given.task?.prompt].join(' ')).not.toContain('To try:');
      if (given.after?.includes('To try:') === true) expect(given.bet ?? given.task).toBeDefined();
    });

    it('asks its bet of the run that was asked about: nothing that could change it is free before', () => {
      if (step.bet === undefined) return;
      const { cluster } = step.document;
      expect(step.locks).toEqual(
        expect.arrayContaining([...WHILE_BETTING, ...(cluster === undefined ? [] : ['cluster'])]),
      );
    });

    it('locks no cluster where there is none', () => {
      expect(step.document['cluster'] === undefined && step.locks?.includes('cluster') === true).toBe(false);
    });

    it('has a bet that its run decides', () => {
      expect(step.bet === undefined ? [] : betProblems(step.document, step.bet)).toEqual([]);
    });

    it('shows no answer where the bet is placed', () => {
      expect(step.bet === undefined ? null : shownAnswer(step.document, step.bet, given.view?.at ?? 0)).toBeNull();
    });

    it('asks for no figure that the lanes showed when the step before was answered', () => {
      const before = steps[number - 2];
      const isSameRun = before !== undefined && JSON.stringify(before.document) === JSON.stringify(step.document);
      expect(isSameRun ? quantitiesIn(step.bet).filter(isFigure) : []).toEqual([]);
    });

    it('selects a request that comes when the playhead stands', () => {
      const { at, selected } = given.view ?? {};
      if (selected === undefined) return;
      const { arrivals } = sessionOf(step.document).run.lanes[selected.lane] ?? {};
      expect(arrivals?.at[selected.request]).toBe(microsFromSeconds(at ?? 0));
    });

    it('has a task that is not done at first, and that its solution does without touching what is locked', () => {
      expect(step.task === undefined ? [] : taskProblems(step, step.task)).toEqual([]);
    });
  });
});

function betProblems(document: JsonObject, bet: Bet): readonly string[] {
  if (bet.kind === 'choice') {
    const right = bet.options.filter(({ when }) => when !== undefined && brokenConditions(document, when).length === 0);
    return right.length === 1 ? [] : [`${right.length} options are right.`];
  }
  const values = runToEnd(quantitiesOf(sessionOf(document), betQuantities(bet)));
  return values.includes(null) ? ['The run has no such number.'] : [];
}

function quantitiesIn(bet: Bet | undefined): readonly Quantity[] {
  if (bet?.kind !== 'choice') return bet === undefined ? [] : betQuantities(bet);
  return bet.options.flatMap(({ when = [] }) => when.map(({ quantity }) => quantity));
}

/** Whether a lane says it beside its charts: of the whole run, not of a part of it. */
function isFigure({ of, lane: _, ...part }: Quantity): boolean {
  return (of === 'admitted' || of === 'denied') && Object.keys(part).length === 0;
}

/** What the figures of the lanes say of a bet before it is placed, if that is the answer. */
function shownAnswer(document: JsonObject, bet: Bet, at: number): number | string | null {
  const isShown = ({ of }: Quantity): boolean => of === 'admitted' || of === 'denied';
  // A span leaves out its end.
  const soFar = (quantity: Quantity): Quantity => ({ ...quantity, to: at + 1e-6 });
  const valueOf = (quantity: Quantity): number | null =>
    runToEnd(quantitiesOf(sessionOf(document), [quantity]))[0] ?? null;
  if (bet.kind === 'number' && isShown(bet.quantity)) {
    const shown = valueOf(soFar(bet.quantity));
    return shown === valueOf(bet.quantity) && shown !== 0 ? shown : null;
  }
  if (bet.kind !== 'choice') return null;
  const held = bet.options.filter(({ when = [] }) => {
    const seen = when.filter(({ quantity }) => isShown(quantity) && valueOf(soFar(quantity)) !== 0);
    const conditions = seen.map((condition) => ({
      ...condition,
      quantity: soFar(condition.quantity),
      value: typeof condition.value === 'number' ? condition.value : soFar(condition.value),
    }));
    return seen.length > 0 && seen.length === when.length && brokenConditions(document, conditions).length === 0;
  });
  const [only] = held;
  return held.length === 1 && brokenConditions(document, only?.when ?? []).length === 0 ? (only?.text ?? null) : null;
}

function taskProblems({ document, locks = [] }: ReadStep, { until, solution }: Task): readonly string[] {
  const done = brokenConditions(document, until).length === 0;
  return [
    ...(done ? ['It is done before anything is changed.'] : []),
    ...brokenConditions(merged(document, solution), until),
    ...touched(solution).filter((lock) => locks.includes(lock)),
  ];
}

/** The locks that a merge patch would break. */
function touched(patch: JsonObject): readonly Lock[] {
  const policy = Object.keys((patch['policy'] as JsonObject | undefined) ?? {}) as ('n' | 'T' | 'capacity')[];
  const others = (['traffic', 'lanes', 'cluster', 'seed'] as const).filter((field) => field in patch);
  return [...policy, ...others];
}
