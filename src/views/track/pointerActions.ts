/** What a press on the track does, depending on the tool, the hit and the selection. */
import type { Instant, TrafficEntry } from '../../sim/index.ts';
import { phaseSpan, type TrafficItems } from '../../store/trafficEdits.ts';
import type { DragTarget } from './drags.ts';
import type { Hit } from './hitTest.ts';

/** Move drags what is hit and selects a span to zoom to elsewhere; Paint places requests; Select draws a box. */
export type TrackTool = 'move' | 'paint' | 'select';

/** What a drag does. */
export type PointerAction =
  | { readonly kind: 'span' }
  | { readonly kind: 'paint' }
  | { readonly kind: 'box' }
  | { readonly kind: 'drag'; readonly target: DragTarget };

/** With Alt held every tool paints, with Shift every tool selects. */
export function effectiveTool(
  chosen: TrackTool,
  { altKey, shiftKey }: { readonly altKey: boolean; readonly shiftKey: boolean },
): TrackTool {
  return altKey ? 'paint' : shiftKey ? 'select' : chosen;
}

/** The selection is dragged as a whole with Move or Select. Cheap enough to run on every pointer move. */
export function pointerAction(
  hit: Hit | null,
  tool: TrackTool,
  selection: TrafficItems | null,
  traffic: readonly TrafficEntry[],
  end: Instant,
): PointerAction {
  if (tool === 'paint') return { kind: 'paint' };
  const isSelectedHit = hit !== null && selection !== null && isSelected(hit, selection, traffic);
  if (hit?.on === 'request' && (isSelectedHit || tool === 'move')) {
    const items = isSelectedHit ? selection : itemsOf(hit, traffic);
    return { kind: 'drag', target: { kind: 'several', items: items, at: hit.request.at } };
  }
  if (hit?.on === 'block') {
    const { phase, part } = hit;
    if (isSelectedHit && part === 'body') {
      const at = phaseSpan(traffic[phase] as TrafficEntry, end)?.from ?? 0;
      return { kind: 'drag', target: { kind: 'several', items: selection, at } };
    }
    if (tool === 'move') return { kind: 'drag', target: { kind: 'phase', phase, part } };
  }
  return { kind: tool === 'select' ? 'box' : 'span' };
}

/** Whether everything that was hit is selected. */
function isSelected(hit: Hit, { phases, requests }: TrafficItems, traffic: readonly TrafficEntry[]): boolean {
  if (hit.on === 'request') return requests.get(hit.request.phase)?.has(hit.request.index) === true;
  const entry = traffic[hit.phase];
  return entry?.kind === 'times' ? requests.get(hit.phase)?.size === entry.at.length : phases.includes(hit.phase);
}

/** The items that a hit selects: one request, one phase, or all requests of a `times` phase. */
function itemsOf(hit: Hit, traffic: readonly TrafficEntry[]): TrafficItems {
  if (hit.on === 'request') {
    return { phases: [], requests: new Map([[hit.request.phase, new Set([hit.request.index])]]) };
  }
  const entry = traffic[hit.phase];
  return entry?.kind === 'times'
    ? { phases: [], requests: new Map([[hit.phase, new Set(entry.at.keys())]]) }
    : { phases: [hit.phase], requests: new Map() };
}

/** Toggles the hit items in the selection: adds them, or removes them if all were selected. */
export function toggleItems(selection: TrafficItems | null, hit: Hit, traffic: readonly TrafficEntry[]): TrafficItems {
  const items = itemsOf(hit, traffic);
  if (selection === null) return items;
  const removes = isSelected(hit, selection, traffic);
  const requests = new Map(selection.requests);
  for (const [phase, places] of items.requests) {
    const before = selection.requests.get(phase) ?? new Set<number>();
    const after = removes ? [...before].filter((place) => !places.has(place)) : [...before, ...places];
    requests.set(phase, new Set(after));
  }
  const rest = selection.phases.filter((phase) => !items.phases.includes(phase));
  return { phases: removes ? rest : [...rest, ...items.phases], requests };
}
