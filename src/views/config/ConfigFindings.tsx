/** What is not understood of a text that was typed or pasted, and the limits in it, of which the lane has one, or several as a stack. */
import type { ReactElement, RefObject } from 'react';
import type { FoundLimit } from '../../configs/index.ts';
import { joinWithAnd } from '../../sim/index.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import { formatLimitShort } from '../format/rates.ts';
import { Locked } from '../text/Locked.tsx';
import { Button } from '../ui/Button.tsx';
import { Group } from '../ui/Group.tsx';
import { ConfigProblems } from './ConfigProblems.tsx';
import styles from './ConfigTab.module.css';
import type { ConfigText } from './useConfigText.ts';

/** A file with more is shown by its first ones. */
const MAX_CHOICES = 50;

interface ConfigFindingsProps {
  readonly config: ConfigText;
  /** The editor, which has the focus when all of this is gone. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Of the list of what is not understood. */
  readonly problemsId: string;
}

export function ConfigFindings({ config, area, problemsId }: ConfigFindingsProps): ReactElement | null {
  const { read, choices, limits } = config;
  if (read === null) return null;
  return (
    <>
      {choices.length === 0 && <p>No limit was recognised in this text. The lane is unchanged.</p>}
      <ConfigProblems id={problemsId} problems={read.problems} area={area} />
      <Locked by="options">
        <Group label="Limits in this text" heading={choices.length > 1 ? 'Limits in this text' : ''}>
          {choices.length > 1 && (
            <ol className={styles['limits']}>
              {choices.slice(0, MAX_CHOICES).map((choice, place) => (
                <li key={choice.map(({ line, what }) => `${line} ${what}`).join('\n')}>
                  <button
                    type="button"
                    className={styles['limit']}
                    aria-pressed={choice === limits}
                    onClick={() => config.choose(place)}
                  >
                    <ChoiceText choice={choice} />
                  </button>
                </li>
              ))}
              {choices.length > MAX_CHOICES && <li>And {pluralize(choices.length - MAX_CHOICES, 'other')}.</li>}
            </ol>
          )}
          {[...new Set(limits.flatMap(({ notes }) => notes))].map((note) => (
            <p key={note}>{note}</p>
          ))}
          <Button
            onClick={() => {
              config.discard();
              area.current?.focus();
            }}
          >
            Rewrite from the lane
          </Button>
        </Group>
      </Locked>
    </>
  );
}

/** `lines 22 and 23` */
function placeText(choice: readonly FoundLimit[]): string {
  const lines = [...new Set(choice.map(({ line }) => line))].map(formatCount);
  return `${lines.length === 1 ? 'line' : 'lines'} ${joinWithAnd(lines)}`;
}

function ChoiceText({ choice }: { readonly choice: readonly FoundLimit[] }): ReactElement {
  const limit = ({ policy: { n, T }, key }: FoundLimit): string =>
    `${formatLimitShort({ n, T: T / 1e6 })}${key === 'all' ? ' for all keys' : ''}`;
  const [first] = choice;
  if (first === undefined) return <></>;
  if (choice.length === 1)
    return (
      <>
        <span>Line {formatCount(first.line)}</span>
        <code>{first.what}</code>
        <span>{limit(first)}</span>
      </>
    );
  return (
    <>
      <span>Stack</span>
      <span>
        {choice.length} limits that the same requests pass, {placeText(choice)}: {choice.map(limit).join(', ')}
      </span>
    </>
  );
}
