/**
 * Keeps the simulation up with the scenario. Dragging makes a new scenario every frame: a run that is about to end is
 * let finish, so that the charts follow the hand; one that takes longer is called off for the newest.
 */
import type { Look, Scenario } from '../sim/index.ts';
import { DROPPED, type Simulated, type SimulationClient } from '../worker/client.ts';

/** How long a run may hold back a newer one. */
const PATIENCE_MS = 250;

export interface RunnerEvents {
  started(): void;
  /** All lanes' results at once, for exactly this scenario. */
  finished(scenario: Scenario, look: Look, simulated: Simulated): void;
  failed(message: string): void;
}

export interface Runner {
  run(scenario: Scenario, look: Look): void;
  /** Forgets what is under way (the worker was replaced or stopped). */
  forget(): void;
}

export function createRunner(client: SimulationClient, events: RunnerEvents): Runner {
  let underWay: symbol | null = null;
  let waiting: { scenario: Scenario; look: Look } | null = null;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const start = (scenario: Scenario, look: Look): void => {
    const mine = Symbol('run');
    underWay = mine;
    waiting = null;
    clearTimeout(patience);
    events.started();
    client.ask('simulate', { scenario, look }).then(
      (simulated) => {
        if (underWay !== mine) return;
        underWay = null;
        clearTimeout(patience);
        if (simulated !== DROPPED) events.finished(scenario, look, simulated);
        if (waiting !== null) start(waiting.scenario, waiting.look);
      },
      (error: Error) => {
        if (underWay !== mine) return;
        underWay = null;
        events.failed(error.message);
        if (waiting !== null) start(waiting.scenario, waiting.look);
      },
    );
  };

  return {
    run(scenario, look) {
      if (underWay === null) {
        start(scenario, look);
        return;
      }
      events.started();
      const first = waiting === null;
      waiting = { scenario, look };
      if (first) {
        patience = setTimeout(() => {
          if (waiting !== null) start(waiting.scenario, waiting.look);
        }, PATIENCE_MS);
      }
    },
    forget() {
      underWay = null;
      waiting = null;
      clearTimeout(patience);
    },
  };
}
