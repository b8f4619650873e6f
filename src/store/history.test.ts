import { describe, expect, it } from 'vitest';
import { openTestPlayground } from './testing.ts';
import { emptyHistory, MAX_STEPS, moveInHistory, recordStep, type History } from './history.ts';

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

  it('knows when its oldest steps were dropped, and so that it does not reach the beginning', () => {
    let history: History<number> = emptyHistory;
    for (let step = 0; step < MAX_STEPS; step++) history = recordStep(history, step, '', null);
    expect([history.past.length, history.cut]).toEqual([MAX_STEPS, false]);
    history = recordStep(history, MAX_STEPS, '', null);
    expect([history.past.length, history.cut]).toEqual([MAX_STEPS, true]);
    expect([history.past[0]?.value, history.past.at(-1)?.value]).toEqual([1, MAX_STEPS]);
    expect(moveInHistory(history, -1, 'undo')?.history.cut).toBe(true);
  });

  it('forgets what was undone once something else is done', () => {
    const back = moveInHistory(edited(emptyHistory, 'a'), 'b', 'undo')!;
    expect(edited(back.history, 'a').future).toEqual([]);
  });

  it('has no step of a gesture that comes back to where it began, and one of a gesture that goes on from there', async () => {
    const { store, actions } = await openTestPlayground();
    const steps = () => store.getState().history.past.length;
    for (const n of [3, 4, 2]) actions.setPolicy({ n }, 'drag-1');
    expect(steps()).toBe(0);
    for (const n of [3, 5]) actions.setPolicy({ n }, 'drag-1');
    expect(steps()).toBe(1);
    actions.undo();
    expect(store.getState().scenario.policy.n).toBe(2);
    // Two edits that are not one gesture stay two steps, though the second takes the first back.
    for (const n of [3, 2]) actions.setPolicy({ n });
    expect(steps()).toBe(2);
  });
});
