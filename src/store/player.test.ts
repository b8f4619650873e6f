import { describe, expect, it } from 'vitest';
import type { FrameClock } from './frameClock.ts';
import { createPlayer } from './player.ts';

const SECOND = 1_000_000;

/** A clock that the test turns by hand. */
function handClock() {
  let waiting: ((milliseconds: number) => void)[] = [];
  let now = 0;
  const clock: Pick<FrameClock, 'requestFrame'> = { requestFrame: (callback) => void waiting.push(callback) };
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
