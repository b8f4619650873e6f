/** What is printed comes after the first chart: a browser lays out for paper at once, so nothing can be loaded then. */
import { useEffect, useState, type ComponentType } from 'react';
import { firstChart } from './hooks/firstChart.ts';
import { whenBrowserIdle } from './hooks/whenBrowserIdle.ts';

export function Printing() {
  const [Paper, setPaper] = useState<ComponentType | null>(null);
  useEffect(() => {
    let wanted = true;
    void firstChart.then(() =>
      whenBrowserIdle(() => {
        if (!wanted) return;
        import('./Paper.tsx').then(
          (part) => {
            if (wanted) setPaper(() => part.default);
          },
          // Without a network, or after a new release, the page is printed as it stands on the screen.
          () => undefined,
        );
      }),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return Paper === null ? null : <Paper />;
}
