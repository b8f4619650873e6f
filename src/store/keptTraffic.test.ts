import { describe, expect, it } from 'vitest';
import { scenarioOf } from '../sim/index.ts';
import { BASE_DOCUMENT, openTestPlayground } from './testing.ts';

describe('the traffic of the charts', () => {
  it('is the same object while only the policy changes, and another once requests do', async () => {
    const { store, actions, settled } = await openTestPlayground();
    const shown = () => store.getState().chartData!;
    const [before, lanes] = [shown().traffic, shown().lanes];
    actions.setPolicy({ n: 1 });
    await settled();
    expect(shown().traffic).toBe(before);
    expect(shown().lanes).not.toBe(lanes);
    // As many requests and as long a run, but one comes at another time.
    store.setState({
      scenario: scenarioOf({ ...BASE_DOCUMENT, traffic: [{ kind: 'times', at: [1, 1, 2, 12] }] }),
    });
    await settled();
    expect(shown().traffic).not.toBe(before);
    expect(shown().traffic.requestsInRange).toBe(before.requestsInRange);
  });
});
