/** Edits of a scenario's own lesson. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../sim/index.ts';
import { rawSteps, withNewStep, withoutStep, withParts, withStepMoved, withTitle } from './lessonEdits.ts';

const lesson: JsonObject = {
  title: 'Ours',
  music: 'of a newer version',
  steps: [{ text: 'a', film: 1 }, { text: 'b' }, { text: 'c' }],
};
const texts = (one: JsonObject) => rawSteps(one).map(({ text }) => text);

describe('an edit of a lesson', () => {
  it('changes what it names, and keeps what this version does not know', () => {
    const edited = withParts(lesson, 0, { text: 'A', locks: ['n'], after: undefined });
    expect(edited).toEqual({
      ...lesson,
      steps: [{ film: 1, text: 'A', locks: ['n'] }, { text: 'b' }, { text: 'c' }],
    });
    expect(withParts(edited, 0, { locks: undefined })['steps']).toEqual([
      { film: 1, text: 'A' },
      { text: 'b' },
      { text: 'c' },
    ]);
  });

  it('adds, moves and removes steps', () => {
    expect(texts(withNewStep(lesson, { text: 'd' }))).toEqual(['a', 'b', 'c', 'd']);
    expect(texts(withStepMoved(lesson, 0, 2))).toEqual(['b', 'c', 'a']);
    expect(texts(withStepMoved(lesson, 2, 0))).toEqual(['c', 'a', 'b']);
    expect(texts(withoutStep(lesson, 1))).toEqual(['a', 'c']);
  });

  it('takes an empty title away', () => {
    expect(withTitle(lesson, 'Another')['title']).toBe('Another');
    expect(withTitle(lesson, '')).not.toHaveProperty('title');
  });

  it.each([[{}], [{ steps: 'none' }]])('begins where %j has no list of steps', (broken) =>
    expect(withNewStep(broken, { text: 'a' })['steps']).toEqual([{ text: 'a' }]),
  );

  it('takes what is no step for an empty one', () =>
    expect(withParts({ steps: [7, null, []] }, 0, { text: 'a' })['steps']).toEqual([{ text: 'a' }, {}, {}]));
});
