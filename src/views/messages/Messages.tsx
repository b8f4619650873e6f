/**
 * The messages of the selected request between client, node and store, with those of other requests in the same
 * interval: a sequence diagram, or a list on a phone. Messages can be delayed manually; after a race, a button switches
 * to the atomic version.
 */
import { Suspense, useId, useRef, useState, type ReactElement } from 'react';
import type { Outcome, Sequence } from '../../sim/index.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { currentLaneIndex } from '../../store/selectors.ts';
import type { ExplainedDecision } from '../../store/state.ts';
import { Group } from '../ui/Group.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { lazyPart } from '../ui/lazyPart.ts';
import { useLayout } from '../hooks/useLayout.ts';
import { messageId, messageRefOf } from './messageDrag.ts';
import { MessageList } from './MessageList.tsx';
import { SequenceDiagram } from './SequenceDiagram.tsx';
import styles from './Messages.module.css';
import { raceText, omittedMessagesText, messageSentence, noMessagesText } from './messageText.ts';

const SequencePictureDialog = lazyPart(() => import('./SequencePictureDialog.tsx'));

const HINT =
  'Solid: this request. Dashed: other requests. Drag a message right to delay it, or focus it and press Alt + →.';
const PHONE_HINT =
  'In sending order. Solid bars: this request. Dashed bars: other requests. Select a message to send it later.';

export interface MessagesProps {
  readonly explained: ExplainedDecision;
  readonly sequence: Sequence;
  readonly className?: string | undefined;
}

export function Messages({ explained, sequence, className }: MessagesProps): ReactElement {
  const phone = useLayout().width === 'phone';
  const hint = useId();
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const emptyText = noMessagesText(sequence);
  const { race } = sequence;
  const message = sequence.messages.find((one) => messageId(one) === highlightedId);
  const omittedText = omittedMessagesText(sequence);
  const outcome: Outcome = explained.answer.outcome;
  return (
    <Group label="Messages" heading="" className={className}>
      <div className={styles['header']}>
        <SequenceActions explained={explained} sequence={sequence} isDrawn={emptyText === null} />
        {race === null ? (
          <p className="label" aria-hidden="true">
            Messages
          </p>
        ) : (
          <p>{raceText(race)}</p>
        )}
      </div>
      {emptyText === null ? (
        <>
          {phone ? (
            <MessageList explained={explained} sequence={sequence} describedBy={hint} />
          ) : (
            <SequenceDiagram
              explained={explained}
              sequence={sequence}
              outcome={outcome}
              highlightedId={highlightedId}
              onHighlight={setHighlightedId}
              describedBy={hint}
            />
          )}
          <p className={cx('label', styles['hint'])} aria-hidden="true">
            {message === undefined ? `${phone ? PHONE_HINT : HINT} ${omittedText}` : messageSentence(message, sequence)}
          </p>
          <span id={hint} hidden>
            {phone ? PHONE_HINT : HINT} {omittedText}
          </span>
        </>
      ) : (
        <p>{emptyText}</p>
      )}
    </Group>
  );
}

/** Buttons that change the run, to reset manual delays or switch to the atomic version; and the diagram as a picture. */
function SequenceActions({
  explained,
  sequence,
  isDrawn,
}: Pick<MessagesProps, 'explained' | 'sequence'> & { readonly isDrawn: boolean }) {
  const { result, lane: ranLane } = explained;
  const [pictured, setPictured] = useState(false);
  const store = useStoreApi();
  const actions = useActions();
  const moved = sequence.messages.filter((message) => message.manualDelay > 0);
  const laneIndex = (): number => currentLaneIndex(store.getState(), result, ranLane);
  // The pressed button disappears; focus the group so that keyboard focus is not lost.
  const group = useRef<HTMLDivElement>(null);
  const putBack = (): void => {
    actions.putMessagesBack(moved.map((message) => messageRefOf(message, laneIndex())));
    group.current?.focus();
  };
  const makeAtomic = (): void => {
    actions.showAtomic(laneIndex());
    group.current?.focus();
  };
  return (
    <div className={styles['actions']} ref={group} tabIndex={-1} role="group" aria-label="Message actions">
      {moved.length > 0 && (
        <Button size="small" onClick={putBack}>
          Put back
        </Button>
      )}
      {sequence.hasAtomicVersion && (
        <Button size="small" onClick={makeAtomic}>
          Show the atomic version
        </Button>
      )}
      {isDrawn && (
        <Button size="small" label="Picture of the messages…" onClick={() => setPictured(true)}>
          Picture…
        </Button>
      )}
      {pictured && (
        <Suspense>
          <SequencePictureDialog explained={explained} sequence={sequence} onClose={() => setPictured(false)} />
        </Suspense>
      )}
    </div>
  );
}
