/**
 * The playhead. It moves on every frame while playing, so it is not part of the React state: charts and read-outs
 * subscribe to it, and the store is updated only a few times a second.
 */
import { SECOND, type Duration, type Instant } from '../sim/index.ts';
import type { FrameClock } from './frameClock.ts';

/** From slow motion, in which a millisecond takes a second, to the longest run in half a minute. */
export const SPEEDS = [0.001, 0.01, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 1_000, 10_000, 100_000] as const;

/** The least speed, and at least 1, at which so long a part of a run takes no more than `seconds`, as far as there is one. */
export function speedFor(length: Duration, seconds: number): number {
  const wanted = Math.max(1, length / (seconds * SECOND));
  return SPEEDS.find((speed) => speed >= wanted) ?? SPEEDS[SPEEDS.length - 1]!;
}

/** About how long a run that is opened plays, seconds: at 1× an hour seems to stand still. */
export const PLAYED_IN_S = 60;

/** A longer gap between frames (a hidden tab, a stopped machine) moves the playhead by only this much. */
const MAX_FRAME_MS = 100;

/** The readable, observable side of the playhead. */
export interface Player {
  readonly at: Instant;
  readonly playing: boolean;
  readonly speed: number;
  /** Calls back on every move of the playhead and every start and stop. */
  subscribe(listener: (player: Player) => void): () => void;
}

export interface PlayerControls extends Player {
  play(): void;
  pause(): void;
  setSpeed(speed: number): void;
  /** Moves the playhead; does not pause. */
  seek(at: Instant): void;
  /** Sets the end of the run, where the playhead stops. */
  setEnd(end: Instant): void;
}

export function createPlayer(clock: Pick<FrameClock, 'requestFrame'>): PlayerControls {
  const listeners = new Set<(player: Player) => void>();
  let at: Instant = 0;
  let end: Instant = 0;
  let playing = false;
  let speed = 1;
  let lastFrameAt: number | null = null;
  /** Frames requested by an earlier play are ignored. */
  let generation = 0;

  const notifyListeners = (): void => {
    for (const listener of listeners) listener(player);
  };

  const onFrame = (ownGeneration: number) => (milliseconds: number) => {
    if (!playing || ownGeneration !== generation) return;
    const elapsed = lastFrameAt === null ? 0 : Math.min(MAX_FRAME_MS, milliseconds - lastFrameAt);
    lastFrameAt = milliseconds;
    at = Math.min(end, at + (elapsed / 1000) * speed * SECOND);
    if (at >= end) playing = false;
    else clock.requestFrame(onFrame(ownGeneration));
    notifyListeners();
  };

  const player: PlayerControls = {
    get at() {
      return Math.round(at);
    },
    get playing() {
      return playing;
    },
    get speed() {
      return speed;
    },
    play() {
      if (playing) return;
      if (at >= end) at = 0;
      playing = true;
      lastFrameAt = null;
      generation++;
      clock.requestFrame(onFrame(generation));
      notifyListeners();
    },
    pause() {
      if (!playing) return;
      playing = false;
      notifyListeners();
    },
    setSpeed(next) {
      speed = next;
      notifyListeners();
    },
    seek(next) {
      at = Math.max(0, Math.min(end, next));
      notifyListeners();
    },
    setEnd(next) {
      end = next;
      if (at > end) this.seek(end);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return player;
}
