/** The playhead's clock, injected: the browser's frames in the app, a manual one in tests. */
export interface FrameClock {
  /** Calls back once, at the next frame, with a monotonic time in milliseconds. */
  requestFrame(callback: (milliseconds: number) => void): void;
}

export const browserFrameClock: FrameClock = {
  requestFrame: (callback) => {
    requestAnimationFrame(callback);
  },
};
