import { describe, expect, it } from 'vitest';
import { ScriptError, type Sandbox, type ScriptStep } from '../traffic/script.ts';
import { planOf, planInSlices, type Plan } from './plan.ts';
import { openSession } from '../inspect/session.ts';
import { simulate, simulateToEnd } from './simulate.ts';
import { scenarioOf } from '../scenario/scenario.ts';
import { runToEnd } from '../slices.ts';

/** A client that repeats the same step forever. */
function sandboxOf(step: () => ScriptStep) {
  let open = 0;
  const sandbox: Sandbox = {
    start() {
      open++;
      return {
        sent: { at: new Float64Array(), key: new Uint32Array(), keys: [], cost: new Uint32Array() },
        clients: 1,
        resume: step,
        close: () => void open--,
      };
    },
  };
  return { sandbox, open: () => open };
}

const asks: ScriptStep = { do: 'request', key: null, cost: null };

function planOfDocument(document: object, sandbox: Sandbox): Plan {
  return planOf(scenarioOf(document), sandbox);
}

const script = { kind: 'script', code: '' };
const document = { duration: 10, traffic: [script], lanes: [{ limiter: 'gcra' }, { limiter: 'fixed-window' }] };

describe('a run with scripts', () => {
  it('releases their resources when it is cancelled', () => {
    const { sandbox, open } = sandboxOf(() => asks);
    const slices = simulate(planOfDocument(document, sandbox));
    slices.next();
    slices.next();
    expect(open()).toBe(1);
    slices.return(undefined as never);
    expect(open()).toBe(0);
  });

  it('yields after each call to a script and between lanes, because either may take long', () => {
    let calls = 0;
    const { sandbox } = sandboxOf(() => (++calls % 3 === 0 ? { do: 'end' } : asks));
    const slices = simulate(planOfDocument(document, sandbox));
    const before: number[] = [];
    while (slices.next().done !== true) before.push(calls);
    expect(before).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6]));
    const many = { ...document, traffic: [script, script, script] };
    expect([...planInSlices(scenarioOf(many), sandbox)]).toHaveLength(3);
  });
});

describe('a preview on traffic with scripts', () => {
  it('gives the error of a script that fails', () => {
    let fails = false;
    const { sandbox, open } = sandboxOf(() => {
      if (fails) throw new ScriptError('no more.', 3, 1);
      return { do: 'end' };
    });
    const session = openSession(simulateToEnd(planOfDocument(document, sandbox)));
    fails = true;
    const [lane] = scenarioOf({ lanes: [{ limiter: 'token-bucket' }] }).lanes;
    expect(runToEnd(session.preview(lane!, 0, null, null))).toEqual({
      problem: 'Token bucket: Phase 1, line 3, at 0.000 s in Token bucket: no more.',
    });
    expect(open()).toBe(0);
  });

  it('says which budget a script that never ends has exhausted', () => {
    let asking: ScriptStep = { do: 'end' };
    const { sandbox } = sandboxOf(() => asking);
    const session = openSession(simulateToEnd(planOfDocument(document, sandbox)));
    asking = { do: 'sleep', until: 0 };
    const [lane] = scenarioOf({ lanes: [{ limiter: 'token-bucket' }] }).lanes;
    expect(runToEnd(session.preview(lane!, 0, null, null))).toEqual({
      problem:
        'Token bucket: the preview stops after 100,000 steps of scripts at one instant. Add it as a lane to see how far it gets.',
    });
  });
});
