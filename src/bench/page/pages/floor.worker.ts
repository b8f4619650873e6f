/** Decides and bins six lanes for each n that it is sent. Arrivals are made once. */
import { emptyBins, fusedLoops, type LaneBins } from './fusedLoops.ts';

export interface FloorRequest {
  readonly n: number;
  readonly requests: number;
  readonly columns: number;
}

const T = 1;
const RATE = 150;
let at = new Float64Array(0);
let recent = new Float64Array(0);

function makeArrivals(requests: number): void {
  at = new Float64Array(requests);
  recent = new Float64Array(requests);
  let time = 0;
  for (let i = 0; i < requests; i++) {
    time -= Math.log(1 - Math.random()) / RATE;
    at[i] = time;
  }
}

addEventListener('message', ({ data: { n, requests, columns } }: MessageEvent<FloorRequest>) => {
  if (at.length !== requests) makeArrivals(requests);
  const end = (at[requests - 1] ?? 0) + T;
  const lanes: LaneBins[] = fusedLoops.map((run) => {
    const bins = emptyBins(columns);
    run({ n, T }, at, end, bins, recent);
    return bins;
  });
  const columnsOf = (bins: LaneBins): readonly Float64Array<ArrayBuffer>[] => Object.values(bins);
  postMessage(lanes, { transfer: lanes.flatMap((bins) => columnsOf(bins).map(({ buffer }) => buffer)) });
});
