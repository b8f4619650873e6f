import { expect, it } from 'vitest';
import { createProgress, type ProgressStorage } from './progress.ts';

it('of one lesson does not put that of another back, in which another tab has gone on', () => {
  const kept = new Map<string, string>();
  const storage: ProgressStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
  };
  const [tab, other] = [createProgress(storage), createProgress(storage)];
  const at = (step: number) => ({ step, bets: {}, tasks: [], done: false });
  tab.keep('first', at(1));
  other.keep('first', at(4));
  tab.keep('second', at(2));
  const later = createProgress(storage);
  expect([later.of('first').step, later.of('second').step]).toEqual([4, 2]);
});

it('is kept of the twenty lessons of users that were shown last, and of every built-in one', () => {
  const kept = new Map<string, string>();
  const storage: ProgressStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
  };
  const progress = createProgress(storage);
  progress.keep('built-in', { step: 1, bets: {}, tasks: [], done: false });
  for (let number = 1; number <= 22; number++)
    progress.keep(`own ${number}`, { step: 1, bets: {}, tasks: [], done: false });
  progress.keep('own 3', { step: 2, bets: {}, tasks: [], done: false });
  progress.keep('own 23', { step: 1, bets: {}, tasks: [], done: false });
  const later = createProgress(storage);
  const steps = ['built-in', 'own 1', 'own 2', 'own 3', 'own 4', 'own 5'].map((name) => later.of(name).step);
  expect(steps).toEqual([1, 0, 0, 2, 0, 1]);
});
