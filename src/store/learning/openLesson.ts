/** A lesson that is open, built in or a scenario's own: its steps, each with the scenario that it begins with. */
import { lessonById, lessons } from '../../lessons/index.ts';
import {
  fnv1aOfString,
  minimalDocument,
  readLesson,
  type JsonObject,
  type ReadStep,
  type Scenario,
} from '../../sim/index.ts';
import { OWN_PREFIX } from './progress.ts';

export interface OpenLesson {
  /** Null for a scenario's own. */
  readonly id: string | null;
  /** Under which name progress in it is kept. */
  readonly keptAs: string;
  /** Of the built-in lessons, and how many there are; null for a scenario's own. */
  readonly number: number | null;
  /** The scenario that the steps of its own lesson change, as it was opened; null for a built-in lesson. */
  readonly base: Scenario | null;
  readonly title: string;
  readonly minutes: number | null;
  readonly steps: readonly ReadStep[];
  /** What was left out, in sentences. */
  readonly problems: readonly string[];
}

/** Null if there is no such lesson; rejects where it cannot be loaded. */
export async function openBuiltIn(id: string): Promise<OpenLesson | null> {
  const entry = lessonById(id);
  if (entry === undefined) return null;
  const { title, minutes, number } = entry;
  const { steps } = await entry.load();
  const bare = steps.map(({ claims: _, given: __, ...step }) => step);
  const read = readLesson({ steps: bare } as unknown as JsonObject, {});
  return {
    id,
    number,
    keptAs: id,
    base: null,
    title,
    minutes,
    steps: read.steps.map((step) => titled(step, title)),
    problems: read.problems,
  };
}

/** Null if the scenario has none. */
export function openOwn(scenario: Scenario): OpenLesson | null {
  const { lesson } = scenario;
  if (lesson === undefined) return null;
  const { lesson: _, ...base } = minimalDocument(scenario);
  const { title = scenario.title, steps, problems } = readLesson(lesson, base as JsonObject);
  return {
    id: null,
    keptAs: `${OWN_PREFIX}${fnv1aOfString(JSON.stringify(lesson)).toString(36)}`,
    number: null,
    base: scenario,
    title: title === '' ? 'A lesson' : title,
    minutes: null,
    // What is shared or saved on the way is still a lesson.
    steps: steps.map((step) => ({
      ...step,
      scenario: { ...step.scenario, lesson },
      ...(step.solved === undefined ? {} : { solved: { ...step.solved, lesson } }),
    })),
    problems,
  };
}

function titled(step: ReadStep, title: string): ReadStep {
  const named = (scenario: Scenario): Scenario => (scenario.title === '' ? { ...scenario, title } : scenario);
  return {
    ...step,
    scenario: named(step.scenario),
    ...(step.solved === undefined ? {} : { solved: named(step.solved) }),
  };
}

/** The built-in lesson after this one; null after the last. */
export function lessonAfter(lesson: OpenLesson): string | null {
  return lessonBeside(lesson, 1);
}

/** The built-in lesson before this one; null before the first. */
export function lessonBefore(lesson: OpenLesson): string | null {
  return lessonBeside(lesson, -1);
}

function lessonBeside({ id }: OpenLesson, by: 1 | -1): string | null {
  const index = lessons.findIndex((lesson) => lesson.id === id);
  return index < 0 ? null : (lessons[index + by]?.id ?? null);
}

/** Whether the scenario has got another lesson of its own, while no built-in one is open. */
export function isOwnChanged(
  open: OpenLesson | null,
  before: JsonObject | undefined,
  now: JsonObject | undefined,
): boolean {
  if (before === now || (open !== null && open.id !== null)) return false;
  return JSON.stringify(before) !== JSON.stringify(now);
}
