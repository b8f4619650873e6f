/** The playhead's clock, handed in: the browser's frames in the app, a hand-cranked one in tests. */
export interface FrameClock {
  /** Calls back once, at the next frame, with a time in milliseconds that only grows. */
  requestFrame(callback: (milliseconds: number) => void): void;
}

export const browserFrameClock: FrameClock = {
  requestFrame: (callback) => {
    requestAnimationFrame(callback);
  },
};
