/** A chart in words, which come after the first chart. */
import { firstChart } from '../hooks/firstChart.ts';
import { LazyPart } from '../hooks/LazyPart.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import type { ChartDescriptionProps } from './ChartDescription.tsx';

const ChartDescription = lazyPart<ChartDescriptionProps>(async () => {
  await firstChart;
  return import('./ChartDescription.tsx');
});

export function LaterChartDescription(props: ChartDescriptionProps) {
  return (
    <LazyPart>
      <ChartDescription {...props} />
    </LazyPart>
  );
}
