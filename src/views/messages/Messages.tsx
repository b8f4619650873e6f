/**
 * The messages of the selected request between client, node and store, and others' in between: a picture with lines across,
 * on the phone a list. Each can be moved by hand, and where a race let the request in, the way to the atomic version is here.
 */
import { useId, useRef, useState, type ReactElement } from 'react';
import type { Outcome, Sequence } from '../../sim/index.ts';
import { useActions, useStoreApi } from '../../store/react.tsx';
import { laneNow } from '../../store/selectors.ts';
import type { Explained } from '../../store/state.ts';
import { Group } from '../ui/Group.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { useLayout } from '../hooks/useLayout.ts';
import { idOf, movable } from './hand.ts';
import { MessageList } from './MessageList.tsx';
import { MessagePicture } from './MessagePicture.tsx';
import styles from './Messages.module.css';
import { crossingWords, leftWords, messageWords, silenceWords } from './words.ts';

const HINT =
  'Solid: this request. Dashed: others. Drag one to the right to make it later, or focus it and press Alt + →.';
const PHONE_HINT = 'In the order of sending. This request’s own have a solid bar, others’ a dashed one.';

export interface MessagesProps {
  readonly shown: Explained;
  readonly sequence: Sequence;
  readonly className?: string | undefined;
}

export function Messages({ shown, sequence, className }: MessagesProps): ReactElement {
  const phone = useLayout().width === 'phone';
  const hint = useId();
  const [told, setTold] = useState<string | null>(null);
  const silence = silenceWords(sequence);
  const { crossing } = sequence;
  const message = sequence.messages.find((one) => idOf(one) === told);
  const left = leftWords(sequence);
  const outcome: Outcome = shown.answer.outcome;
  return (
    <Group label="Messages" heading="" className={className}>
      <div className={styles['head']}>
        {crossing === null ? (
          <p className="label" aria-hidden="true">
            Messages
          </p>
        ) : (
          <p>{crossingWords(crossing)}</p>
        )}
        <Deeds shown={shown} sequence={sequence} />
      </div>
      {silence === null ? (
        <>
          {phone ? (
            <MessageList shown={shown} sequence={sequence} describedBy={hint} />
          ) : (
            <MessagePicture
              shown={shown}
              sequence={sequence}
              outcome={outcome}
              told={told}
              onTell={setTold}
              describedBy={hint}
            />
          )}
          <p className={cx('label', styles['hint'])} aria-hidden="true">
            {message === undefined ? `${phone ? PHONE_HINT : HINT} ${left}` : messageWords(message, sequence)}
          </p>
          <span id={hint} hidden>
            {phone ? PHONE_HINT : HINT} {left}
          </span>
        </>
      ) : (
        <p>{silence}</p>
      )}
    </Group>
  );
}

/** What can be done with the run that these messages are of. */
function Deeds({ shown: { run, lane: place }, sequence }: Pick<MessagesProps, 'shown' | 'sequence'>) {
  const store = useStoreApi();
  const actions = useActions();
  const moved = sequence.messages.filter((message) => message.moved > 0);
  const laneOf = (): number => laneNow(store.getState(), run, place);
  // The button goes with what it did: the focus stays beside where it was.
  const deeds = useRef<HTMLDivElement>(null);
  const putBack = (): void => {
    actions.putMessagesBack(moved.map((message) => movable(message, laneOf())));
    deeds.current?.focus();
  };
  const showAtomic = (): void => {
    actions.showAtomic(laneOf());
    deeds.current?.focus();
  };
  return (
    <div className={styles['deeds']} ref={deeds} tabIndex={-1} role="group" aria-label="What can be done">
      {moved.length > 0 && (
        <Button size="small" onClick={putBack}>
          Put back
        </Button>
      )}
      {sequence.atomic && (
        <Button size="small" onClick={showAtomic}>
          Show the atomic version
        </Button>
      )}
    </div>
  );
}
