/** A lane held against the laws: a line for each, as its verdict comes. */
import type { ReactElement } from 'react';
import { isAbout, type LawFinding } from '../../store/finding/finding.ts';
import { useFinder, useFinderState } from '../../store/finding/finderContext.tsx';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { Group } from '../ui/Group.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { Select } from '../ui/Select.tsx';
import { FoundTools } from './FoundTools.tsx';
import { laneOptions, testText } from './findText.ts';
import styles from './TestTab.module.css';

export function LawsPart(): ReactElement {
  const scenario = useAppState((state) => state.scenario);
  const lane = useAppState((state) => Math.max(0, Math.min(state.focusedLane, state.scenario.lanes.length - 1)));
  const { focusLane } = useActions();
  const finder = useFinder();
  const last = useFinderState((state) => state.test);
  const test = last !== null && last.lane === lane && isAbout(last, scenario) ? last : null;
  return (
    <Group label="Laws" heading="Check against the laws" className={styles['part']}>
      <div className={styles['row']}>
        <Select
          label="Lane to test"
          hideLabel
          value={String(lane)}
          options={laneOptions(scenario.lanes)}
          onChange={(chosen) => focusLane(Number(chosen))}
        />
        {test?.running === true ? (
          <Button onClick={finder.stopTest}>Stop the test</Button>
        ) : (
          <Button variant="primary" onClick={() => finder.testLane(lane)}>
            Test it
          </Button>
        )}
      </div>
      {test === null && (
        <p className="label">
          What limiters should obey: never more than n in any T, refused until the promised instant and admitted then,
          and more. A law that is broken comes with the shortest traffic found that breaks it.
        </p>
      )}
      <ProgressBar label="Laws tested" value={test?.running === true ? test.done : null} />
      <p role="status">{testText(test, lane)}</p>
      {test !== null && test.verdicts.length > 0 && (
        <ul className={styles['laws']} aria-label={`Laws of lane ${lane + 1}`}>
          {test.verdicts.map((verdict) => (
            <Law key={verdict.law} verdict={verdict} lane={lane} />
          ))}
        </ul>
      )}
    </Group>
  );
}

/** Those without one have a dash. */
const SIGNS: Readonly<Partial<Record<LawFinding['outcome'], 'check' | 'close'>>> = { held: 'check', broken: 'close' };

function Law({ verdict, lane }: { readonly verdict: LawFinding; readonly lane: number }): ReactElement {
  const { outcome, sentence, detail, found } = verdict;
  const sign = SIGNS[outcome];
  return (
    <li className={styles['law']} data-outcome={outcome}>
      <span aria-hidden="true">{sign === undefined ? '–' : <Glyph name={sign} />}</span>
      <div>
        <p>
          {sentence}: <b>{outcome}</b>
        </p>
        {found === null ? (
          <p className="label">{detail}</p>
        ) : (
          <>
            <p>{found.sentence}</p>
            <p className="label">{found.note}</p>
            <FoundTools found={found} lane={lane} of={sentence} />
          </>
        )}
      </div>
    </li>
  );
}
