/** Who acts in a lane: the clients of each entry whose traffic hangs on the answers. */
import { clientsBefore } from '../traffic/index.ts';
import type { Traffic } from '../scenario/scenario.ts';
import type { Actor } from './actor.ts';
import { ClientsActor } from './clientsActor.ts';
import type { LanePlan } from './lanePlan.ts';
import { answersBack, type Plan } from './plan.ts';
import { ScriptActor, ScriptFailure } from './scriptActor.ts';
import { ScriptError, type Script } from '../traffic/script.ts';

export interface Cast {
  /** By entry; null where nothing hangs on the answers. */
  readonly actors: readonly (Actor | null)[];
  /** Frees what the scripts hold. */
  close(): void;
}

/**
 * A cast for one lane: scripts are started anew, since their clients go on from what they were told.
 * @throws {ScriptFailure}
 */
export function castOf({ scenario, scripts, duration }: Plan, { policy, label }: LanePlan): Cast {
  const { traffic, seed } = scenario;
  const before = clientsBefore(traffic, scripts);
  const opened: Script[] = [];
  const close = (): void => opened.forEach((script) => script.close());
  const actorFor = (entry: Traffic, index: number): Actor | null => {
    const first = before[index] as number;
    if (!answersBack(entry, (before[index + 1] as number) - first)) return null;
    if (entry.kind === 'clients') return new ClientsActor(entry, index, first, { seed, end: duration, ...policy });
    const started = scripts.get(index);
    if (entry.kind !== 'script' || started === undefined) return null;
    try {
      const script = started.again();
      opened.push(script);
      return new ScriptActor(entry, script, index, first, seed, label);
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
