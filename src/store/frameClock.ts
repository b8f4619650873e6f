/** The browser's frames, injected: in tests nothing is painted, and the playhead's clock is a manual one. */
import { afterPaint } from './afterPaint.ts';

export interface FrameClock {
  /** Calls back once, at the next frame, with a monotonic time in milliseconds. */
  requestFrame(callback: (milliseconds: number) => void): void;
  /** Resolves when what has been changed is painted. */
  painted(): Promise<void>;
}

export const browserFrameClock: FrameClock = {
  requestFrame: (callback) => {
    requestAnimationFrame(callback);
  },
  painted: afterPaint,
};
