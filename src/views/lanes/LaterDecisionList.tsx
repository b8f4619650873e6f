/** A lane's list box of decisions, which comes after the first chart. */
import { laterModule } from '../hooks/laterModule.ts';
import type { DecisionListProps } from './DecisionList.tsx';

const useDecisionList = laterModule(() => import('./DecisionList.tsx'));

export function LaterDecisionList(props: DecisionListProps) {
  const part = useDecisionList();
  return part === null ? null : <part.DecisionList {...props} />;
}
