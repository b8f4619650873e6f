/** The transport: the playhead, and the request that is selected at it. */
import type { Instant } from '../../sim/index.ts';

export interface Selection {
  readonly lane: number;
  readonly request: number;
  readonly at: Instant;
}

export interface TransportSlice {
  /** The playhead as React knows it: at most four times a second while playing. */
  readonly at: Instant;
  readonly playing: boolean;
  readonly speed: number;
  /** The playhead has reached the end by playing, and nothing was touched since. */
  readonly playedThrough: boolean;
  readonly selection: Selection | null;
}

export const initialTransport: TransportSlice = {
  at: 0,
  playing: false,
  speed: 1,
  playedThrough: false,
  selection: null,
};
