/**
 * A click on a lane's chart selects the nearest request and says why it was answered so; away from every request it
 * moves the playhead there.
 */
import { useCallback, type RefObject } from 'react';
import type { Marks } from '../../sim/index.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { laneChartData } from '../../store/selectors.ts';
import { nearestInstant } from '../charts/chartGestures.ts';
import type { ChartHandle } from '../charts/ChartLayers.tsx';
import type { DecisionsHandle } from '../charts/DecisionsChart.tsx';
import { HIDDEN_TEXT, isBeyondShown } from '../text/hiddenText.ts';

const TOLERANCE_PX = { mouse: 12, touch: 44 } as const;

type OnClick = (x: number, y: number, touch: boolean) => void;

/** In a level or a window count: the nearest in time. */
export function useSelectOnClick(chart: RefObject<ChartHandle | null>, lane: number): OnClick {
  const choose = useChoose(lane);
  return useCallback(
    (x, _, touch) => {
      const surface = chart.current;
      if (surface === null) return;
      const at = surface.instantAt(x);
      const tolerance = surface.instantAt(x + toleranceOf(touch)) - at;
      choose(at, (marks) => nearestInstant(marks.at, at, tolerance));
    },
    [chart, choose],
  );
}

/** Among the decisions: the nearest mark. */
export function useSelectMarkOnClick(chart: RefObject<DecisionsHandle | null>, lane: number): OnClick {
  const actions = useActions();
  const choose = useChoose(lane);
  return useCallback(
    (x, y, touch) => {
      const surface = chart.current;
      if (surface === null) return;
      choose(surface.instantAt(x), (marks) => {
        const request = surface.requestAt(x, y, toleranceOf(touch));
        return request === null ? null : marks.request.indexOf(request);
      });
      if (surface.displayMode === 'densities')
        actions.say('There are too many requests to select one. Zoom in with a drag, with + or with the mouse wheel.');
    },
    [actions, chart, choose],
  );
}

function toleranceOf(touch: boolean): number {
  return TOLERANCE_PX[touch ? 'touch' : 'mouse'];
}

/** Selects what is found among the lane's marks, else scrubs to `at`. */
function useChoose(lane: number): (at: number, indexOf: (marks: Marks) => number | null) => void {
  const store = useStoreApi();
  const actions = useActions();
  return useCallback(
    (at, indexOf) => {
      if (isBeyondShown(store, at)) {
        actions.say(HIDDEN_TEXT);
        return;
      }
      const marks = laneChartData(store.getState(), lane)?.marks ?? null;
      const index = marks === null ? null : indexOf(marks);
      const [request, instant] = [marks?.request[index ?? -1], marks?.at[index ?? -1]];
      if (request === undefined || instant === undefined) {
        actions.scrub(at);
        return;
      }
      actions.select(lane, request, instant);
      actions.openDrawer('why');
    },
    [store, actions, lane],
  );
}
