import { describe, expect, it } from 'vitest';
import { emptyHistory, moveInHistory, recordStep, type History } from './history.ts';

describe('the history', () => {
  const edited = (history: History<string>, present: string, gesture: string | null = null) =>
    recordStep(history, present, `after ${present}`, gesture);

  it('goes back and forth over what was there', () => {
    const history = edited(edited(emptyHistory, 'a'), 'b');
    const back = moveInHistory(history, 'c', 'undo');
    expect(back?.step).toEqual({ value: 'b', label: 'after b' });
    const further = moveInHistory(back!.history, 'b', 'undo');
    expect(further?.step.value).toBe('a');
    expect(moveInHistory(further!.history, 'a', 'undo')).toBeNull();
    const forth = moveInHistory(further!.history, 'a', 'redo');
    expect(forth?.step.value).toBe('b');
    expect(moveInHistory(forth!.history, 'b', 'redo')?.step.value).toBe('c');
  });

  it('makes one step of one gesture, and a new one after another', () => {
    const drag = edited(edited(edited(emptyHistory, 'a', 'drag'), 'b', 'drag'), 'c', 'other');
    expect(drag.past.map(({ value }) => value)).toEqual(['a', 'c']);
  });

  it('begins a new step when a gesture goes on after an undo', () => {
    const back = moveInHistory(edited(emptyHistory, 'a', 'drag'), 'b', 'undo')!;
    expect(edited(back.history, 'a', 'drag').past.map(({ value }) => value)).toEqual(['a']);
  });

  it('forgets what was undone once something else is done', () => {
    const back = moveInHistory(edited(emptyHistory, 'a'), 'b', 'undo')!;
    expect(edited(back.history, 'a').future).toEqual([]);
  });
});
