/** What a new scenario may begin with. */
import { emptyScenario, scenarioOf, type Scenario } from '../sim/index.ts';
import { withoutEvents } from './scenarioEdits.ts';

export const STARTS = ['empty', 'burst', 'policy'] as const;
export type Start = (typeof STARTS)[number];

/** Twice what the limit of n 10 allows, at one instant. */
const BURST = {
  policy: { n: 10, T: 10 },
  duration: 30,
  traffic: [{ kind: 'burst', at: 5, count: 20 }],
  lanes: [{ limiter: 'token-bucket' }],
};

/** @param shown the scenario whose policy, lanes and nodes `policy` keeps */
export function newScenario(start: Start, shown: Scenario): Scenario {
  const empty = emptyScenario();
  switch (start) {
    case 'empty':
      return empty;
    case 'burst': {
      return scenarioOf(BURST);
    }
    case 'policy': {
      const { policy, lanes, cluster } = shown;
      return { ...empty, policy, lanes, ...withoutEvents(cluster) };
    }
  }
}
