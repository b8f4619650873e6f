/** The playhead's clock, handed in: the browser's frames in the app, a hand-cranked one in tests. */
export interface Clock {
  /** Calls back once, at the next frame, with a time in milliseconds that only grows. */
  frame(callback: (milliseconds: number) => void): void;
}

export const browserClock: Clock = {
  frame: (callback) => {
    requestAnimationFrame(callback);
  },
};
