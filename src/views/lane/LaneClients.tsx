/** Results of a lane's clients: tries, jobs and times, their phases, and an abuser's admissions. */
import { Fragment, type ReactElement } from 'react';
import type { AbuserResult, LaneInfo } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { laneFrame } from '../../store/selectors.ts';
import { Button } from '../ui/Button.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { AbuserChart } from './AbuserChart.tsx';
import styles from './LaneClients.module.css';
import { abuserText, jobStatRows, herdText, jobPhaseText } from './clientsText.ts';
import { Group } from '../ui/Group.tsx';
import { formatInstantExact } from '../format/time.ts';

export function LaneClients({ index }: { readonly index: number }): ReactElement | null {
  const laneInfo = useAppState((state) => laneFrame(state, index));
  if (laneInfo === null || laneInfo.summary.jobStats === null) return null;
  const { ending, phases, abuserResults } = laneInfo;
  return (
    <Group label="Clients">
      {ending !== null && (
        <p className={styles['endingNote']}>
          <Glyph name="notice" />
          {ending}
        </p>
      )}
      <div className={styles['clients']}>
        <JobStatsTable index={index} laneInfo={laneInfo} />
        {phases.map(({ entry, runs }) => (
          <JobPhasesTable key={entry} entry={phases.length > 1 ? entry : null} runs={runs} />
        ))}
        {abuserResults.map((abuse) => (
          <AbuserSummary key={abuse.entry} lane={index} abuse={abuse} />
        ))}
      </div>
    </Group>
  );
}

function JobStatsTable({
  index,
  laneInfo,
}: {
  readonly index: number;
  readonly laneInfo: LaneInfo;
}): ReactElement | null {
  const { jobStats } = laneInfo.summary;
  if (jobStats === null) return null;
  const herd = herdText(jobStats, laneInfo.T);
  return (
    <div>
      <table className={styles['jobStats']} aria-label={`Clients of lane ${index + 1}`}>
        <tbody>
          {jobStatRows(jobStats).map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {herd !== null && jobStats.herd !== null && <HerdNotice words={herd} at={jobStats.herd.from} />}
      {jobStats.retries > 0 && <p className="label">In Decisions, half marks and half bars are retries.</p>}
    </div>
  );
}

function HerdNotice({ words: text, at }: { readonly words: string; readonly at: number }): ReactElement {
  const { seek } = useActions();
  return (
    <div className={styles['herd']}>
      <p>
        <span className="label">Herd: </span>
        {text}
      </p>
      <Button size="small" onClick={() => seek(at)}>
        Go to {formatInstantExact(at)}
      </Button>
    </div>
  );
}

/** As a sentence; against a bucket also as a chart. */
function AbuserSummary({ lane, abuse }: { readonly lane: number; readonly abuse: AbuserResult }): ReactElement {
  const text = abuserText(abuse);
  if (abuse.bucketCapacity === null) return <p className={styles['abuserText']}>{text}</p>;
  return <AbuserChart lane={lane} abuse={abuse} q={abuse.bucketCapacity} description={text} />;
}

interface JobPhasesTableProps {
  /** The traffic entry that the phases belong to; null if only one has any. */
  readonly entry: number | null;
  readonly runs: LaneInfo['phases'][number]['runs'];
}

function JobPhasesTable({ entry, runs }: JobPhasesTableProps): ReactElement {
  const name = entry === null ? 'Job phases' : `Job phases of phase ${entry + 1}`;
  return (
    <table className={styles['jobPhases']} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{entry === null ? 'Phase' : name}</th>
          <th scope="col">Jobs</th>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col">Jobs per second</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run, index) => {
          const { jobs, from, over } = jobPhaseText(run);
          return (
            // Phases are identified by index only.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <th scope="row">{index + 1}</th>
              <td>{jobs}</td>
              {from === null ? (
                <td colSpan={3}>never starts</td>
              ) : (
                <Fragment>
                  <td>{from}</td>
                  {over === null ? (
                    <td colSpan={2}>not over</td>
                  ) : (
                    <Fragment>
                      <td>{over.to}</td>
                      <td>{over.rate}</td>
                    </Fragment>
                  )}
                </Fragment>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
