/** What the first chart does not need waits until it is on the screen: anything loaded or run earlier would delay it. */
import type { ReadableStore } from '../../store/store.ts';
import { afterPaint } from '../../store/afterPaint.ts';

/** A first run may take longer, or never end; what waits comes meanwhile. */
const PATIENCE_MS = 2_000;

let settle: () => void = () => undefined;

/** Settled when the first result has been painted, or could not be had. */
export const firstChart = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Called once, before the first run is shown. */
export function followFirstChart({ subscribe }: Pick<ReadableStore, 'subscribe'>): void {
  const patience = setTimeout(settle, PATIENCE_MS);
  const unsubscribe = subscribe(({ busy }) => {
    if (busy) return;
    unsubscribe();
    clearTimeout(patience);
    void afterPaint().then(settle);
  });
}
