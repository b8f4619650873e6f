/** On a phone, a finger that swipes over a lane's head goes to the next lane or to the one before. */
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { swipeDirection } from '../charts/chartGestures.ts';
import { OWN_DRAG } from '../charts/useChartPointer.ts';
import { laneName } from '../text/laneText.ts';
import { laneRowElement } from './laneRowElement.ts';
import { pointerKind, useDrag, type Drag, type DragHandlers } from '../ui/useDrag.ts';

export function useLaneSwipe(index: number): DragHandlers<HTMLElement> {
  const store = useStoreApi();
  const actions = useActions();
  const goTo = (lane: number): void => {
    const { lanes } = store.getState().scenario;
    const target = lanes[lane];
    if (target === undefined) {
      actions.say(lane < 0 ? 'This is the first lane.' : 'This is the last lane.');
      return;
    }
    actions.goToLane(lane);
    laneRowElement(lane)?.scrollIntoView({ block: 'start' });
    actions.say(`Lane ${lane + 1} of ${lanes.length}: ${laneName(target)}.`);
  };
  const drag = useDrag<HTMLElement>((event): Drag | null => {
    if (pointerKind(event) !== 'touch') return null;
    if (event.target instanceof Element && event.target.closest(`[${OWN_DRAG}]`) !== null) return null;
    let [dx, dy] = [0, 0];
    return {
      horizontal: true,
      onMove({ x, y }) {
        [dx, dy] = [x - event.clientX, y - event.clientY];
      },
      onEnd() {
        const direction = swipeDirection(dx, dy);
        if (direction !== null) goTo(direction === 'next' ? index + 1 : index - 1);
      },
      onCancel: () => undefined,
    };
  });
  return drag.handlers;
}
