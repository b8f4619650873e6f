import type { Lane } from '../../sim/index.ts';

/** Props of every part of the lane's form; `index` counts from 0. */
export interface LaneProps {
  readonly index: number;
  readonly lane: Lane;
}
