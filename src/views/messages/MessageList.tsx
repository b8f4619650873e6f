/** The sequence on a phone: a row for each message, in the order of sending. */
import type { ReactElement } from 'react';
import { nodeName, type Sequence, type SequenceMessage } from '../../sim/index.ts';
import type { Explained } from '../../store/state.ts';
import { cx } from '../ui/cx.ts';
import { idOf } from './hand.ts';
import styles from './Messages.module.css';
import { MESSAGE_KEYS, useMessageKeys } from './useMessageKeys.ts';
import { endWords, messageWords, movedWords, sinceWords, valueWords } from './words.ts';

export interface MessageListProps {
  readonly shown: Explained;
  readonly sequence: Sequence;
  readonly describedBy: string;
}

export function MessageList({ shown, sequence, describedBy }: MessageListProps): ReactElement {
  const keys = useMessageKeys(shown, sequence);
  const { messages, request, crossing } = sequence;
  const place = (message: SequenceMessage | undefined): number =>
    message === undefined ? -1 : messages.findIndex((one) => idOf(one) === idOf(message));
  const ends = [place(crossing?.read), place(crossing?.write)].sort((a, b) => a - b);
  const [first, last] = ends as [number, number];
  return (
    <ol className={styles['list']} aria-label="Messages" aria-describedby={describedBy}>
      {messages.map((message, index) => (
        <li
          key={idOf(message)}
          className={cx(
            styles['row'],
            message.request === request && styles['ownRow'],
            first >= 0 && index >= first && index <= last && styles['crossed'],
            index === first && styles['crossedFirst'],
            index === last && styles['crossedLast'],
          )}
          // It can be moved by keys.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={messageWords(message, sequence)}
          aria-keyshortcuts={MESSAGE_KEYS}
          onKeyDown={(event) => keys.onKeyDown(event, message)}
          onBlur={keys.onBlur}
        >
          <span className={styles['since']}>{sinceWords(message, sequence)}</span>
          <span className={styles['what']}>
            <span>
              {nodeName(message.node)} <b>{message.name}</b>
              {message.moved > 0 && <span className={styles['note']}>, {movedWords(message)}</span>}
            </span>
            <span className={styles['held']}>{endWords(message) ?? valueWords(message)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
