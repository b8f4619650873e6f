/** The message sequence on a phone: one row per message, in sending order. The row last selected has buttons to delay it. */
import { useState, type ReactElement } from 'react';
import { nodeName, type Sequence, type SequenceMessage } from '../../sim/index.ts';
import type { ExplainedDecision } from '../../store/state.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { messageId } from './messageDrag.ts';
import styles from './MessageList.module.css';
import { MESSAGE_KEYS, useMessageKeys } from './useMessageKeys.ts';
import { failureText, messageSentence, movedText, sentOffsetText, valueText } from './messageText.ts';

export interface MessageListProps {
  readonly explained: ExplainedDecision;
  readonly sequence: Sequence;
  readonly describedBy: string;
}

export function MessageList({ explained, sequence, describedBy }: MessageListProps): ReactElement {
  const keys = useMessageKeys(explained, sequence);
  // Not the one with the focus, which is lost when a delay moves its row.
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const { messages, request, race } = sequence;
  const indexOf = (message: SequenceMessage | undefined): number =>
    message === undefined ? -1 : messages.findIndex((one) => messageId(one) === messageId(message));
  const raceEnds = [indexOf(race?.read), indexOf(race?.write)].sort((a, b) => a - b);
  const [first, last] = raceEnds as [number, number];
  return (
    <ol aria-label="Messages" aria-describedby={describedBy}>
      {messages.map((message, index) => (
        <li
          key={messageId(message)}
          className={cx(
            styles['row'],
            message.request === request && styles['ownRow'],
            first >= 0 && index >= first && index <= last && styles['race'],
            index === first && styles['raceStart'],
            index === last && styles['raceEnd'],
          )}
          // Arrow keys move it, so it must be focusable.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={messageSentence(message, sequence)}
          aria-keyshortcuts={MESSAGE_KEYS}
          onFocus={() => setSelectedId(messageId(message))}
          onKeyDown={(event) => keys.onKeyDown(event, message)}
          onBlur={keys.onBlur}
        >
          <span className="visually-hidden">{messageSentence(message, sequence)}</span>
          <span className={styles['offset']} aria-hidden="true">
            {sentOffsetText(message, sequence)}
          </span>
          <span className={styles['command']} aria-hidden="true">
            <span>
              {nodeName(message.node)} <b>{message.name}</b>
              {message.manualDelay > 0 && <span className={styles['note']}>, {movedText(message)}</span>}
            </span>
            <span className={styles['value']}>{failureText(message) ?? valueText(message)}</span>
          </span>
          {messageId(message) === selectedId && (
            <span className={styles['buttons']}>
              <Button disabled={message.manualDelay === 0} onClick={() => keys.step(message, -1)}>
                Send earlier
              </Button>
              <Button onClick={() => keys.step(message, 1)}>Send later</Button>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
