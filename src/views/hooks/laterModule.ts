import { startTransition, useEffect, useState } from 'react';
import { firstChart } from './firstChart.ts';

/**
 * A hook for a module that is loaded once the first charts are on the screen. Until then it is null; if its file fails to load,
 * it stays so until the next component that uses it is mounted.
 */
export function laterModule<T>(load: () => Promise<T>): () => T | null {
  let loaded: T | null = null;
  const start = async (): Promise<T> => {
    await firstChart;
    return (loaded = await load());
  };
  return () => {
    const [module, setModule] = useState(loaded);
    useEffect(() => {
      if (module !== null) return undefined;
      let gone = false;
      start().then(
        (now) => {
          // In slices: as many components may have waited for it as there are lanes.
          if (!gone) startTransition(() => setModule(now));
        },
        () => undefined,
      );
      return () => {
        gone = true;
      };
    }, [module]);
    return module;
  };
}
