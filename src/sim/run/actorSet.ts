/** The actors of a lane: one for each entry whose traffic depends on the answers. */
import { clientOffsetsOf } from '../traffic/index.ts';
import type { TrafficEntry } from '../scenario/scenario.ts';
import type { Actor } from './actor.ts';
import { ClientsActor } from './clientsActor.ts';
import type { LanePlan } from './lanePlan.ts';
import { isClosedLoopEntry, type Plan } from './plan.ts';
import { ScriptActor } from './scriptActor.ts';
import { ScriptFailure } from './scriptFailure.ts';
import { ScriptError, type ScriptInstance } from '../traffic/script.ts';

export interface ActorSet {
  /** By entry; null for open-loop entries. */
  readonly actors: readonly (Actor | null)[];
  /** Releases the scripts' resources. */
  close(): void;
}

/**
 * The actors of one lane. Scripts are restarted for each lane, because their clients depend on that lane's answers.
 * @throws {ScriptFailure}
 */
export function openActors({ scenario, scripts, duration }: Plan, { policy, label }: LanePlan): ActorSet {
  const { traffic, seed } = scenario;
  const clientOffsets = clientOffsetsOf(traffic, scripts);
  const opened: ScriptInstance[] = [];
  const close = (): void => opened.forEach((script) => script.close());
  const actorFor = (entry: TrafficEntry, index: number): Actor | null => {
    const clientOffset = clientOffsets[index] as number;
    if (!isClosedLoopEntry(entry, (clientOffsets[index + 1] as number) - clientOffset)) return null;
    if (entry.kind === 'clients')
      return new ClientsActor(entry, index, clientOffset, { seed, end: duration, ...policy });
    const startedScript = scripts.get(index);
    if (entry.kind !== 'script' || startedScript === undefined) return null;
    try {
      const script = startedScript.restart();
      opened.push(script);
      return new ScriptActor(entry, script, index, clientOffset, seed, label);
    } catch (error) {
      if (error instanceof ScriptError) throw new ScriptFailure(index, error, label, 0);
      throw error;
    }
  };
  try {
    return { actors: traffic.map(actorFor), close };
  } catch (error) {
    close();
    throw error;
  }
}
