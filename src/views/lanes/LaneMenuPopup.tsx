/** The items of a lane's menu; loaded with what shows them. */
import type { ReactElement } from 'react';
import { catalogueEntryById } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { hasSingleKeys, lockedNote } from '../../store/selectors.ts';
import { focusOnceShown } from '../hooks/focusOnceShown.ts';
import MenuPopup from '../ui/MenuPopup.tsx';
import { laneRowElement } from './laneRowElement.ts';

interface LaneMenuPopupProps {
  readonly index: number;
  readonly limiter: string;
  readonly onRename: () => void;
}

export default function LaneMenuPopup({ index, limiter, onRename }: LaneMenuPopupProps): ReactElement {
  const actions = useActions();
  const lanes = useAppState((state) => state.scenario.lanes.length);
  const keyed = useAppState(hasSingleKeys);
  const locked = useAppState((state) => lockedNote(state, 'lanes'));
  const move = (to: number): void => {
    actions.moveLane(index, to);
    // The focus goes with the lane, so that what is pressed next is about the same one.
    focusMenuOf(to);
  };
  return (
    <MenuPopup
      items={[
        {
          label: 'About this limiter',
          // A scenario may contain a limiter that this version does not know.
          disabled: catalogueEntryById(limiter) === undefined,
          onSelect: () => actions.openDialog({ name: 'card', limiter, lane: index, picking: null }),
        },
        {
          label: 'Change limiter…',
          disabled: locked,
          onSelect: () => actions.openDialog({ name: 'limiter', lane: index }),
        },
        { label: 'Options…', onSelect: () => actions.editLane(index) },
        {
          label: 'Show as table',
          shortcut: keyed ? 'T' : undefined,
          onSelect: () => actions.openDialog({ name: 'table', lane: index }),
        },
        { label: 'Test it', onSelect: () => actions.testLane(index) },
        { label: 'Picture…', onSelect: () => actions.openDialog({ name: 'picture', lane: index }) },
        { label: 'Rename', onSelect: onRename },
        { label: 'Duplicate', disabled: locked, onSelect: () => actions.duplicateLane(index) },
        { kind: 'separator' },
        {
          label: 'Move up',
          shortcut: 'Alt+↑',
          disabled: locked ?? index === 0,
          onSelect: () => move(index - 1),
        },
        {
          label: 'Move down',
          shortcut: 'Alt+↓',
          disabled: locked ?? index === lanes - 1,
          onSelect: () => move(index + 1),
        },
        { kind: 'separator' },
        {
          label: 'Remove',
          disabled: locked,
          onSelect: () => {
            // The button that has the focus goes with the last lane.
            if (lanes === 1) focusOnceShown('[data-part=no-lanes] button');
            else if (index === lanes - 1) focusMenuOf(index - 1);
            actions.removeLane(index);
          },
        },
      ]}
    />
  );
}

function focusMenuOf(lane: number): void {
  laneRowElement(lane)?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus();
}
