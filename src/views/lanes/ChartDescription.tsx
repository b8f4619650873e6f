/** What a chart shows, in words. Heard, not seen, so it is written once all is at rest. */
import { memo } from 'react';
import { useRestingState } from '../../store/playgroundContext.tsx';
import { chartText, type DescribedChart } from './chartText.ts';

export interface ChartDescriptionProps {
  readonly id: string;
  readonly lane: number;
  readonly chart: DescribedChart;
}

export const ChartDescription = memo(function ChartDescription({ id, lane, chart }: ChartDescriptionProps) {
  const text = useRestingState((state) => chartText(state, lane, chart));
  return (
    <p id={id} className="visually-hidden">
      {text}
    </p>
  );
});
