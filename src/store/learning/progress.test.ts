import { expect, it } from 'vitest';
import { createProgress, type ProgressStorage } from './progress.ts';

it('of one lesson does not put that of another back, in which another tab has gone on', () => {
  const kept = new Map<string, string>();
  const storage: ProgressStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
  };
  const [tab, other] = [createProgress(storage), createProgress(storage)];
  const at = (step: number) => ({ step, bets: {}, done: false });
  tab.keep('first', at(1));
  other.keep('first', at(4));
  tab.keep('second', at(2));
  const later = createProgress(storage);
  expect([later.of('first').step, later.of('second').step]).toEqual([4, 2]);
});
