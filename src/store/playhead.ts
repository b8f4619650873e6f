/** Publishes the playhead to the state at intervals, and makes the visible range follow it. */
import type { Player } from './player.ts';
import { wholeRange } from './slices/view.ts';
import type { Store } from './store.ts';

/** The interval at which a moving playhead is published. */
const PUBLISH_INTERVAL_MS = 250;

export function publishPlayhead(store: Store, reducedMotion: () => boolean): void {
  const { getState, setState, player } = store;
  let publishedAt = -Infinity;
  player.subscribe(({ at, playing, speed }) => {
    const before = getState();
    const ended = before.playing && !playing && at >= (before.result?.end ?? Infinity);
    const now = performance.now();
    if (playing && before.playing && now - publishedAt < PUBLISH_INTERVAL_MS) return;
    publishedAt = now;
    setState({ at, playing, speed, ...(ended ? { playedThrough: true } : {}) });
  });
  player.subscribe((moved) => followPlayhead(store, moved, reducedMotion()));
}

/** While playing, the visible range slides to keep the playhead at 85 %; with reduced motion it jumps by half its length. */
function followPlayhead({ getState, setState }: Store, { playing, at }: Player, reducedMotion: boolean): void {
  const { range, result, scenario } = getState();
  if (!playing || result === null) return;
  const length = range.to - range.from;
  const latest = range.from + (reducedMotion ? 1 : 0.85) * length;
  if (at <= latest && at >= range.from) return;
  const from = Math.max(0, Math.round(at - (reducedMotion ? 0.5 : 0.85) * length));
  const to = Math.min(from + length, Math.max(wholeRange(scenario, result.end).to, length));
  if (to !== range.to) setState({ range: { from: to - length, to } });
}
