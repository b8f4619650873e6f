/** What can be done with a lane. */
import { memo } from 'react';
import { catalogueEntryById } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { Menu } from '../ui/Menu.tsx';

interface LaneMenuProps {
  readonly index: number;
  readonly limiter: string;
  readonly onRename: () => void;
}

export const LaneMenu = memo(function LaneMenu({ index, limiter, onRename }: LaneMenuProps) {
  const actions = useActions();
  const lanes = useAppState((state) => state.scenario.lanes.length);
  return (
    <Menu
      label={`Lane ${index + 1} menu`}
      size="small"
      items={[
        {
          label: 'About this limiter',
          // A scenario may contain a limiter that this version does not know.
          disabled: catalogueEntryById(limiter) === undefined,
          onSelect: () => actions.openDialog({ name: 'card', limiter, lane: index, picking: null }),
        },
        { label: 'Change limiter…', onSelect: () => actions.openDialog({ name: 'limiter', lane: index }) },
        { label: 'Options…', onSelect: () => actions.editLane(index) },
        {
          label: 'Show as table',
          shortcut: 'T',
          onSelect: () => actions.openDialog({ name: 'table', lane: index }),
        },
        { label: 'Test it', onSelect: () => actions.testLane(index) },
        { label: 'Picture…', onSelect: () => actions.openDialog({ name: 'picture', lane: index }) },
        { label: 'Rename', onSelect: onRename },
        { label: 'Duplicate', onSelect: () => actions.duplicateLane(index) },
        { kind: 'separator' },
        {
          label: 'Move up',
          shortcut: 'Alt+↑',
          disabled: index === 0,
          onSelect: () => actions.moveLane(index, index - 1),
        },
        {
          label: 'Move down',
          shortcut: 'Alt+↓',
          disabled: index === lanes - 1,
          onSelect: () => actions.moveLane(index, index + 1),
        },
        { kind: 'separator' },
        { label: 'Remove', onSelect: () => actions.removeLane(index) },
      ]}
    />
  );
});
