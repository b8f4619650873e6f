/** What a press on the track is for: by the tool, by what it is on, and by what is selected. */
import type { Instant, Traffic } from '../../sim/index.ts';
import { extentOf, type Several } from '../../store/trafficEdits.ts';
import type { Grip } from './drags.ts';
import type { Hit } from './hit.ts';

/** Move takes hold of what it is on, and pans beside it; Paint puts requests; Select draws a box. */
export type Tool = 'move' | 'paint' | 'select';

/** What a drag does. */
export type Deed =
  | { readonly does: 'pan' }
  | { readonly does: 'paint' }
  | { readonly does: 'box' }
  | { readonly does: 'drag'; readonly grip: Grip };

/** With Alt in hand every tool paints, with Shift every tool selects. */
export function toolOf(
  chosen: Tool,
  { altKey, shiftKey }: { readonly altKey: boolean; readonly shiftKey: boolean },
): Tool {
  return altKey ? 'paint' : shiftKey ? 'select' : chosen;
}

/** What is selected is dragged as one, by any of it, with Move and with Select. Cheap enough for every move of a pointer. */
export function deedOf(
  hit: Hit | null,
  tool: Tool,
  marked: Several | null,
  traffic: readonly Traffic[],
  end: Instant,
): Deed {
  if (tool === 'paint') return { does: 'paint' };
  const held = hit !== null && marked !== null && isHeld(hit, marked, traffic);
  if (hit?.on === 'request' && (held || tool === 'move')) {
    const several = held ? marked : severalOf(hit, traffic);
    return { does: 'drag', grip: { of: 'several', several, at: hit.request.at } };
  }
  if (hit?.on === 'block') {
    const { phase, part } = hit;
    if (held && part === 'body') {
      const at = extentOf(traffic[phase] as Traffic, end)?.from ?? 0;
      return { does: 'drag', grip: { of: 'several', several: marked, at } };
    }
    if (tool === 'move') return { does: 'drag', grip: { of: 'phase', phase, part } };
  }
  return { does: tool === 'select' ? 'box' : 'pan' };
}

/** Whether all of what was hit is selected. */
function isHeld(hit: Hit, { phases, requests }: Several, traffic: readonly Traffic[]): boolean {
  if (hit.on === 'request') return requests.get(hit.request.phase)?.has(hit.request.place) === true;
  const entry = traffic[hit.phase];
  return entry?.kind === 'times' ? requests.get(hit.phase)?.size === entry.at.length : phases.includes(hit.phase);
}

/** What is selected by what was hit: one request, one phase, or all requests of a phase that has nothing but them. */
function severalOf(hit: Hit, traffic: readonly Traffic[]): Several {
  if (hit.on === 'request') {
    return { phases: [], requests: new Map([[hit.request.phase, new Set([hit.request.place])]]) };
  }
  const entry = traffic[hit.phase];
  return entry?.kind === 'times'
    ? { phases: [], requests: new Map([[hit.phase, new Set(entry.at.keys())]]) }
    : { phases: [hit.phase], requests: new Map() };
}

/** With what was hit added to what is selected, or taken out of it when it was all in it. */
export function toggled(marked: Several | null, hit: Hit, traffic: readonly Traffic[]): Several {
  const several = severalOf(hit, traffic);
  if (marked === null) return several;
  const out = isHeld(hit, marked, traffic);
  const requests = new Map(marked.requests);
  for (const [phase, places] of several.requests) {
    const before = marked.requests.get(phase) ?? new Set<number>();
    const after = out ? [...before].filter((place) => !places.has(place)) : [...before, ...places];
    requests.set(phase, new Set(after));
  }
  const rest = marked.phases.filter((phase) => !several.phases.includes(phase));
  return { phases: out ? rest : [...rest, ...several.phases], requests };
}
