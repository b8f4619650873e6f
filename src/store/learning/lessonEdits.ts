/**
 * Edits of a lesson as it stands in its scenario: plain JSON, of which only what is edited changes, so that what this version
 * does not know of a lesson stays in it. Steps count from 0.
 */
import type { Json, JsonObject, LessonStep } from '../../sim/index.ts';

export type StepPart = keyof LessonStep;

export const EMPTY_LESSON: JsonObject = { steps: [] };

/** What is no step is kept, and edited as an empty one. */
export function rawSteps({ steps }: JsonObject): readonly JsonObject[] {
  return Array.isArray(steps) ? (steps as readonly Json[]).map(asObject) : [];
}

/** @param title empty for that of the scenario */
export function withTitle({ title: _, ...lesson }: JsonObject, title: string): JsonObject {
  return title === '' ? lesson : { title, ...lesson };
}

export function withNewStep(lesson: JsonObject, step: LessonStep): JsonObject {
  return { ...lesson, steps: [...rawSteps(lesson), json(step)] };
}

export function withoutStep(lesson: JsonObject, index: number): JsonObject {
  return { ...lesson, steps: rawSteps(lesson).filter((_, other) => other !== index) };
}

export function withStepMoved(lesson: JsonObject, from: number, to: number): JsonObject {
  const steps = [...rawSteps(lesson)];
  steps.splice(to, 0, ...steps.splice(from, 1));
  return { ...lesson, steps };
}

/** @param parts those that change; undefined takes a part away */
export function withParts(
  lesson: JsonObject,
  index: number,
  parts: { readonly [P in StepPart]?: LessonStep[P] | undefined },
): JsonObject {
  const steps = rawSteps(lesson).map((step, other) => {
    if (other !== index) return step;
    const kept = Object.entries(step).filter(([name]) => !Object.hasOwn(parts, name));
    const set = Object.entries(parts).filter(([, part]) => part !== undefined);
    return json(Object.fromEntries([...kept, ...set])) as JsonObject;
  });
  return { ...lesson, steps };
}

function asObject(step: Json): JsonObject {
  return typeof step === 'object' && step !== null && !Array.isArray(step) ? (step as JsonObject) : {};
}

/** What is absent in JSON is absent here. */
function json(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
