/** A lesson's words: some name a thing on the page, a place on the time axis, or a word of the glossary. */
import type { ReactElement } from 'react';
import { piecesOf, type Piece } from '../../lessons/markup.ts';
import { formatTime, microsFromSeconds, secondsFromMicros, targetNumber, type Target } from '../../sim/index.ts';
import { useLearning } from '../../store/learning/learningContext.tsx';
import { isBetOpen } from '../../store/learning/learningState.ts';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { withUnits } from '../format/units.ts';
import styles from './Learn.module.css';
import { showTarget } from './showTarget.ts';
import { TermWord } from './TermNote.tsx';
import { targetName } from './targetText.ts';

export interface LessonTextProps {
  readonly text: string;
  /** What the pointer or the focus is on; null once it has left. */
  readonly onPoint: (target: Target | null) => void;
  readonly inline?: boolean;
}

export function LessonText({ text, onPoint, inline = false }: LessonTextProps): ReactElement {
  if (inline) return <Pieces text={text} onPoint={onPoint} />;
  return (
    <>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph} className={styles['words']}>
          <Pieces text={paragraph} onPoint={onPoint} />
        </p>
      ))}
    </>
  );
}

function Pieces({ text, onPoint }: Omit<LessonTextProps, 'inline'>): ReactElement {
  return (
    <>
      {piecesOf(withUnits(text)).map((piece, index) => (
        // A piece has no identity besides its position.
        // oxlint-disable-next-line react/no-array-index-key
        <PieceOf key={index} piece={piece} onPoint={onPoint} />
      ))}
    </>
  );
}

function PieceOf({ piece, onPoint }: { piece: Piece; onPoint: LessonTextProps['onPoint'] }): ReactElement {
  switch (piece.kind) {
    case 'strong':
      return <strong>{piece.text}</strong>;
    case 'term':
      return <TermWord term={piece.term} text={piece.text} />;
    case 'target':
      return <Named text={piece.text} target={piece.target} onPoint={onPoint} />;
    default:
      return <>{piece.text}</>;
  }
}

interface NamedProps {
  readonly text: string;
  readonly target: Target;
  readonly onPoint: LessonTextProps['onPoint'];
}

function Named({ text, target, onPoint }: NamedProps): ReactElement {
  const actions = useActions();
  const store = useStoreApi();
  const { state: learning } = useLearning();
  const seconds = target.startsWith('time:') ? targetNumber(target) : null;
  const point = (on: boolean): void => {
    onPoint(on ? target : null);
    if (seconds !== null) actions.hover(on ? microsFromSeconds(seconds) : null);
  };
  return (
    <button
      type="button"
      className={styles['named']}
      onPointerEnter={() => point(true)}
      onPointerLeave={() => point(false)}
      onFocus={() => point(true)}
      onBlur={() => point(false)}
      onClick={() => {
        const isThere = showTarget(target, actions);
        if (seconds === null) {
          const where = isThere ? 'Outlined on the page' : 'Not on the page now';
          actions.say(`${where}: ${targetName(target, store.getState().scenario.lanes)}.`);
        }
        // Where an open bet holds the playhead, it has been said why.
        else if (!isBetOpen(learning.getState()) || store.player.at >= microsFromSeconds(seconds))
          actions.say(`The playhead is at ${formatTime(secondsFromMicros(store.player.at))}.`);
      }}
    >
      {text}
    </button>
  );
}
