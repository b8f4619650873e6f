/** Where in which lesson: as a link names it, `window-edge/3`, or `3` for the scenario's own lesson. */

export interface LessonPlace {
  /** Of a built-in lesson; null for the scenario's own. */
  readonly id: string | null;
  /** From 0. */
  readonly index: number;
}

const PLACE = /^(?:([a-z][a-z0-9-]*)\/)?([1-9]\d{0,2})$/;

/** Null for what names no place. */
export function placeFrom(text: string): LessonPlace | null {
  const [, id, step] = PLACE.exec(text) ?? [];
  return step === undefined ? null : { id: id ?? null, index: Number(step) - 1 };
}

export function placeText({ id, index }: LessonPlace): string {
  return id === null ? `${index + 1}` : `${id}/${index + 1}`;
}
