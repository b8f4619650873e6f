/** What a lane's clients did: tries, jobs and times, how each of their phases went, and how an abuser fared. */
import { Fragment, type ReactElement } from 'react';
import type { Abuse, LaneFrame } from '../../sim/index.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { frameOf } from '../../store/selectors.ts';
import { Button } from '../ui/Button.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { AbuserChart } from './AbuserChart.tsx';
import styles from './ClientsOfLane.module.css';
import { abuseWords, attemptFigures, herdWords, phaseWords } from './clientsText.ts';
import { Group } from '../ui/Group.tsx';
import { exact } from '../why/whyText.ts';

export function ClientsOfLane({ index }: { readonly index: number }): ReactElement | null {
  const frame = useApp((state) => frameOf(state, index));
  if (frame === null || frame.summary.work === null) return null;
  const { ending, phases, abuses } = frame;
  return (
    <Group label="Clients">
      {ending !== null && (
        <p className={styles['ending']}>
          <Glyph name="notice" />
          {ending}
        </p>
      )}
      <div className={styles['clients']}>
        <Figures index={index} frame={frame} />
        {phases.map(({ entry, runs }) => (
          <Phases key={entry} name={phases.length > 1 ? `Phases of phase ${entry + 1}` : 'Phases'} runs={runs} />
        ))}
        {abuses.map((abuse) => (
          <Abuser key={abuse.entry} abuse={abuse} />
        ))}
      </div>
    </Group>
  );
}

function Figures({ index, frame }: { readonly index: number; readonly frame: LaneFrame }): ReactElement | null {
  const { work } = frame.summary;
  if (work === null) return null;
  const herd = herdWords(work, frame.T);
  return (
    <div>
      <table className={styles['figures']} aria-label={`Clients of lane ${index + 1}`}>
        <tbody>
          {attemptFigures(work).map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {herd !== null && work.herd !== null && <Herd words={herd} at={work.herd.from} />}
      {work.retries > 0 && <p className="label">In Decisions half a mark, or half a bar, is a retry.</p>}
    </div>
  );
}

function Herd({ words, at }: { readonly words: string; readonly at: number }): ReactElement {
  const { seek } = useActions();
  return (
    <div className={styles['herd']}>
      <p>
        <span className="label">Herd: </span>
        {words}
      </p>
      <Button size="small" onClick={() => seek(at)}>
        Go to {exact(at)}
      </Button>
    </div>
  );
}

/** In words; and drawn, where it is against a bucket. */
function Abuser({ abuse }: { readonly abuse: Abuse }): ReactElement {
  const words = abuseWords(abuse);
  if (abuse.q === null) return <p className={styles['abuse']}>{words}</p>;
  return <AbuserChart abuse={abuse} q={abuse.q} words={words} />;
}

function Phases({ name, runs }: { readonly name: string; readonly runs: LaneFrame['phases'][number]['runs'] }) {
  return (
    <table className={styles['phases']} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{name === 'Phases' ? 'Phase' : name}</th>
          <th scope="col">Jobs</th>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col">Jobs a second</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run, place) => {
          const { jobs, from, over } = phaseWords(run);
          return (
            // A phase has no identity but its place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={place}>
              <th scope="row">{place + 1}</th>
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
