import { describe, expect, it, vi } from 'vitest';
import type { FrameClock } from './frameClock.ts';
import { moveInHistory, emptyHistory, recordStep, type History } from './history.ts';
import { createPersistence, type KeyValueStorage } from './persistence.ts';
import { createPlayer } from './player.ts';

const SECOND = 1_000_000;

/** A clock that the test turns by hand. */
function handClock() {
  let waiting: ((milliseconds: number) => void)[] = [];
  let now = 0;
  const clock: FrameClock = { requestFrame: (callback) => void waiting.push(callback) };
  const turn = (milliseconds: number): void => {
    now += milliseconds;
    const due = waiting;
    waiting = [];
    for (const callback of due) callback(now);
  };
  return { clock, turn, waiting: () => waiting.length };
}

describe('the player', () => {
  it('moves with the clock, times the speed, and stops at the end', () => {
    const { clock, turn } = handClock();
    const player = createPlayer(clock);
    player.setEnd(1 * SECOND);
    player.setSpeed(2);
    player.play();
    turn(5);
    expect(player.at).toBe(0);
    turn(50);
    expect(player.at).toBe(0.1 * SECOND);
    for (let i = 0; i < 20; i++) turn(50);
    expect([player.at, player.playing]).toEqual([1 * SECOND, false]);
  });

  it('starts over when it is played again at the end', () => {
    const { clock } = handClock();
    const player = createPlayer(clock);
    player.setEnd(SECOND);
    player.seek(SECOND);
    player.play();
    expect([player.at, player.playing]).toEqual([0, true]);
  });

  it('never jumps: a hidden tab or a stopped machine costs a tenth of a second', () => {
    const { clock, turn } = handClock();
    const player = createPlayer(clock);
    player.setEnd(3_600 * SECOND);
    player.play();
    turn(0);
    turn(600_000);
    expect(player.at).toBe(0.1 * SECOND);
  });

  it('does not run twice as fast when it is paused and played within a frame', () => {
    const { clock, turn, waiting } = handClock();
    const player = createPlayer(clock);
    player.setEnd(3_600 * SECOND);
    player.play();
    player.pause();
    player.play();
    turn(10);
    turn(50);
    expect(player.at).toBe(0.05 * SECOND);
    expect(waiting()).toBe(1);
  });

  it('keeps within the run, and comes back when the run gets shorter', () => {
    const player = createPlayer(handClock().clock);
    player.setEnd(SECOND);
    player.seek(5 * SECOND);
    expect(player.at).toBe(SECOND);
    player.seek(-1);
    expect(player.at).toBe(0);
    player.seek(SECOND);
    player.setEnd(SECOND / 2);
    expect(player.at).toBe(SECOND / 2);
  });
});

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

describe('what is kept', () => {
  const shelf = (): KeyValueStorage & { readonly content: Map<string, string> } => {
    const content = new Map<string, string>();
    return {
      content,
      getItem: (key) => content.get(key) ?? null,
      setItem: (key, value) => void content.set(key, value),
      removeItem: (key) => void content.delete(key),
    };
  };

  it('comes back: the work, the settings, and what was put aside, newest first', () => {
    const open = shelf();
    const before = createPersistence(open, vi.fn());
    before.saveWork({ link: '#1.a', told: true });
    before.stash({ link: '#1.b', told: true });
    before.stash({ link: '#1.c', told: false });
    before.saveSettings({ theme: 'dark', singleKeys: false });
    const after = createPersistence(open, vi.fn());
    expect(after.loadWork()).toEqual({ link: '#1.a', told: true });
    expect(after.popStash()).toEqual({ link: '#1.c', told: false });
    expect(after.popStash()).toEqual({ link: '#1.b', told: true });
    expect(after.popStash()).toBeNull();
    expect(after.loadSettings()).toEqual({ theme: 'dark', singleKeys: false });
  });

  it('is nothing when somebody else wrote there', () => {
    const open = shelf();
    for (const key of ['spillway.work', 'spillway.aside', 'spillway.settings']) open.setItem(key, '{"half');
    const persistence = createPersistence(open, vi.fn());
    expect([persistence.loadWork(), persistence.popStash()]).toEqual([null, null]);
    expect(persistence.loadSettings()).toEqual({ theme: 'system', singleKeys: true });
  });

  it('says so once when the browser keeps nothing, and goes on', () => {
    const failed = vi.fn();
    const broken: KeyValueStorage = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    };
    const persistence = createPersistence(broken, failed);
    persistence.saveWork({ link: '#1.a', told: true });
    persistence.saveWork({ link: '#1.b', told: true });
    expect(failed).toHaveBeenCalledTimes(1);
    expect(persistence.available).toBe(false);
  });
});
