import type { Lane } from '../../sim/index.ts';

/** What every part of the lane's form is about; `index` counts from 0. */
export interface LaneProps {
  readonly index: number;
  readonly lane: Lane;
}
