/** On a phone, above the track: which chart the lanes show, the lane before and after, and the next disagreement. */
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { shownDisagreementCount } from '../../store/selectors.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { laneRowElement } from './laneRowElement.ts';
import styles from './PhoneTools.module.css';

export function PhoneTools() {
  const countShown = useAppState((state) => state.windowCountShown);
  return (
    <div className={styles['tools']}>
      {countShown && <ChartSwitch />}
      <LaneSwitch />
      <NextDisagreement />
    </div>
  );
}

export function ChartSwitch() {
  const chart = useAppState((state) => state.phoneChart);
  const { showPhoneChart } = useActions();
  return (
    <div className={styles['group']} role="group" aria-label="Chart">
      <Button pressed={chart === 'level'} onClick={() => showPhoneChart('level')}>
        Level
      </Button>
      <Button pressed={chart === 'count'} onClick={() => showPhoneChart('count')}>
        Count
      </Button>
    </div>
  );
}

/** The lane before and the lane after, scrolled to the top. */
function LaneSwitch() {
  const lanes = useAppState((state) => state.scenario.lanes.length);
  const focused = useAppState((state) => state.focusedLane);
  const { goToLane } = useActions();
  const lane = Math.min(focused, lanes - 1);
  if (lanes < 2) return null;
  const show = (index: number): void => {
    goToLane(index);
    laneRowElement(index)?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className={styles['group']} role="group" aria-label="Lane">
      <IconButton
        variant="outline"
        glyph="up"
        label="Previous lane"
        disabled={lane === 0}
        onClick={() => show(lane - 1)}
      />
      <IconButton
        variant="outline"
        glyph="down"
        label="Next lane"
        disabled={lane === lanes - 1}
        onClick={() => show(lane + 1)}
      />
    </div>
  );
}

/** What the key D does, for a finger. */
export function NextDisagreement() {
  const count = useAppState(shownDisagreementCount);
  const { stepDisagreement } = useActions();
  if (count === 0) return null;
  return (
    <Button label="Next disagreement" onClick={() => stepDisagreement(1)}>
      Disagreement
    </Button>
  );
}
