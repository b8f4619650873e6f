/** What can be done with a lane. */
import { memo } from 'react';
import { lazyPart } from '../ui/lazyPart.ts';
import { Menu } from '../ui/Menu.tsx';

const LaneMenuPopup = lazyPart(() => import('./LaneMenuPopup.tsx'));

interface LaneMenuProps {
  readonly index: number;
  readonly limiter: string;
  readonly onRename: () => void;
}

export const LaneMenu = memo(function LaneMenu(props: LaneMenuProps) {
  return <Menu label={`Lane ${props.index + 1} menu`} size="small" items={<LaneMenuPopup {...props} />} />;
});
