/**
 * Reads the lesson of a document. It never fails: what is not understood, as of a newer version, or names what is not there,
 * is left out and reported, and the rest of the lesson works.
 */
import { mergePatch, type Json, type JsonObject } from './json.ts';
import { stepParts } from './lessonSchema.ts';
import {
  LESSON_LIMITS,
  targetNumber,
  type Bet,
  type Condition,
  type Lesson,
  type LessonStep,
  type Quantity,
  type Target,
} from './lesson.ts';
import { briefJson, fieldPath, problemMessage, type Problem, type Report } from './problem.ts';
import { parseScenario, scenarioOf, type Scenario } from './scenario.ts';
import { isObject } from './schema.ts';

/** A step with the scenario that it begins with. */
export interface ReadStep extends LessonStep {
  readonly document: JsonObject;
  readonly scenario: Scenario;
  /** Of its task: the scenario that solves it. */
  readonly solved?: Scenario;
}

export interface ReadLesson extends Omit<Lesson, 'steps'> {
  readonly steps: readonly ReadStep[];
  /** Sentences about what was left out; empty if nothing was. */
  readonly problems: readonly string[];
}

const LEFT_OUT = 'It is left out.';

/** @param base the scenario's document that the first step begins with; it has to be valid */
export function readLesson(given: JsonObject, base: JsonObject): ReadLesson {
  const problems: string[] = [];
  const report: Report = (problem) => problems.push(`${problemMessage(problem)} ${LEFT_OUT}`);
  const { title, steps: _, ...others } = given;
  for (const name of Object.keys(others)) report(unknownPart(`lesson.${name}`));
  if (title !== undefined && typeof title !== 'string') report(expected('lesson.title', title, 'text'));
  const steps: ReadStep[] = [];
  let document = base;
  for (const [index, step] of listedSteps(given, report).entries()) {
    const path = `lesson.steps[${index}]`;
    const parts = readParts(step, path, report);
    const begun = parts.document ?? document;
    const changed = parts.change === undefined ? begun : patched(begun, parts.change);
    const scenario = reportedScenario(changed, `${path}.${parts.change === undefined ? 'document' : 'change'}`, report);
    if (scenario !== null) document = changed;
    // A lesson begins with a valid document, and keeps to it where a step's own is none.
    steps.push(fitted(parts, document, scenario ?? scenarioOf(document), path, report));
  }
  return { ...(typeof title === 'string' ? { title } : {}), steps, problems };
}

function listedSteps({ steps }: JsonObject, report: Report): readonly Json[] {
  if (!Array.isArray(steps)) {
    report(expected('lesson.steps', steps, 'a list of steps'));
    return [];
  }
  const known = steps as readonly Json[];
  if (known.length > LESSON_LIMITS.steps)
    report(
      sentenceProblem(
        'lesson.steps',
        `The lesson has ${known.length} steps, of which the first ${LESSON_LIMITS.steps} are shown. The rest is too much.`,
      ),
    );
  return known.slice(0, LESSON_LIMITS.steps);
}

/** The parts that can be read, each by itself. */
function readParts(step: Json, path: string, report: Report): LessonStep {
  if (!isObject(step)) {
    report(expected(path, step, 'an object'));
    return { text: '' };
  }
  const parts: Record<string, unknown> = { text: '' };
  for (const [name, given] of Object.entries(step)) {
    const schema = Object.hasOwn(stepParts, name) ? stepParts[name as keyof LessonStep] : null;
    if (schema === null) report(unknownPart(fieldPath(path, name)));
    else {
      const found: Problem[] = [];
      const read = schema.parse(given, `${path}.${name}`, (problem) => found.push(problem));
      if (read !== undefined) parts[name] = read;
      else report(found[0] as Problem);
    }
  }
  return parts as unknown as LessonStep;
}

/** The step without what names a lane or phase that its scenario does not have, and without a task that cannot be shown. */
function fitted(parts: LessonStep, document: JsonObject, scenario: Scenario, path: string, report: Report): ReadStep {
  const { bet, task, lit, view, ...rest } = parts;
  const fits = (quantities: readonly Quantity[], part: string): boolean => {
    const wrong = quantities.map((quantity) => missing(quantity, scenario)).find((sentence) => sentence !== null);
    if (wrong !== undefined) report(sentenceProblem(`${path}.${part}`, `${path}.${part} names ${wrong}.`));
    return wrong === undefined;
  };
  const lights = lit?.filter((target) => {
    const wrong = missingTarget(target, scenario);
    if (wrong !== null) report(sentenceProblem(`${path}.lit`, `${path}.lit names ${wrong}.`));
    return wrong === null;
  });
  const solved = task && reportedScenario(patched(document, task.solution), `${path}.task.solution`, report);
  const keepsTask = task !== undefined && solved && fits(task.until.flatMap(quantitiesIn), 'task');
  const keepsView =
    view !== undefined && (view.selected === undefined || fits([{ of: 'requests', lane: view.selected.lane }], 'view'));
  return {
    ...rest,
    document,
    scenario,
    ...(bet !== undefined && fits(betQuantities(bet), 'bet') ? { bet } : {}),
    ...(keepsTask ? { task, solved } : {}),
    ...(lights === undefined ? {} : { lit: lights }),
    ...(keepsView ? { view } : {}),
  };
}

/** The quantities of a bet, in order. */
export function betQuantities(bet: Bet): readonly Quantity[] {
  switch (bet.kind) {
    case 'choice':
      return bet.options.flatMap(({ when = [] }) => when.flatMap(quantitiesIn));
    case 'line':
      return lineQuantities(bet);
    default:
      return [bet.quantity];
  }
}

/** The values that a line is held against: one at each of its points. */
export function lineQuantities({ lane, curve, from, to, points }: Extract<Bet, { kind: 'line' }>): readonly Quantity[] {
  return Array.from({ length: points }, (_, point) => ({
    of: curve,
    lane,
    at: from + ((to - from) * point) / (points - 1),
  }));
}

function quantitiesIn({ quantity, value }: Condition): readonly Quantity[] {
  return typeof value === 'number' ? [quantity] : [quantity, value];
}

function missing({ lane, phase }: Quantity, { lanes, traffic }: Scenario): string | null {
  if (lane >= lanes.length) return notThere('lane', lane, lanes.length);
  return phase !== undefined && phase >= traffic.length ? notThere('phase', phase, traffic.length) : null;
}

function missingTarget(target: Target, { lanes, traffic }: Scenario): string | null {
  const number = targetNumber(target);
  if (number === null || target.startsWith('time:')) return null;
  const [what, count] = target.startsWith('phase:')
    ? (['phase', traffic.length] as const)
    : (['lane', lanes.length] as const);
  return number < count ? null : notThere(what, number, count);
}

function notThere(what: string, index: number, count: number): string {
  const there = count === 0 ? 'there is none' : `there ${count === 1 ? 'is 1' : `are ${count}`}, counted from 0`;
  return `${what} ${index}, which is not there: ${there}`;
}

function reportedScenario(document: JsonObject, path: string, report: Report): Scenario | null {
  const parsed = parseScenario(document);
  if (parsed.ok) return parsed.scenario;
  const [first] = parsed.problems as readonly [Problem];
  report(sentenceProblem(path, `${path} makes no scenario: ${problemMessage(first)}`));
  return null;
}

function unknownPart(path: string): Problem {
  return sentenceProblem(path, `${path} is not known to this version.`);
}

function sentenceProblem(path: string, message: string): Problem {
  return { path, actual: '', expected: '', message };
}

function expected(path: string, given: unknown, may: string): Problem {
  return { path, actual: given === undefined ? 'missing' : briefJson(given), expected: may };
}

/** A patch that is an object makes an object. */
function patched(document: JsonObject, patch: JsonObject): JsonObject {
  return mergePatch(document, patch) as JsonObject;
}
