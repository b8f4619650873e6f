/** A chart in words, which come after the first chart. */
import { laterModule } from '../hooks/laterModule.ts';
import type { ChartDescriptionProps } from './ChartDescription.tsx';

const useChartDescription = laterModule(() => import('./ChartDescription.tsx'));

export function LaterChartDescription(props: ChartDescriptionProps) {
  const part = useChartDescription();
  return part === null ? null : <part.ChartDescription {...props} />;
}
