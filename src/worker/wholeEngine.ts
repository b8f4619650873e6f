/** The whole engine, which is loaded once the first charts are there, or when a scenario or a question needs it. */
import type * as engine from './enginePart.ts';
import { loadPart } from './loadPart.ts';

export type Engine = typeof engine;

let loaded: Engine | null = null;

/** @param onWork called once a second until it is there */
export async function loadEngine(onWork: () => void): Promise<Engine> {
  return (loaded ??= await loadPart(
    'A part of the simulator',
    () => import('./enginePart.ts'),
    (part) => part,
    onWork,
  ));
}
