/** The lessons, and the gallery of confusions. */
import { useState, type ReactElement } from 'react';
import { WithLearning } from '../../store/learning/learningContext.tsx';
import { useActions } from '../../store/playgroundContext.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Later } from '../ui/Later.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { LessonList } from './LessonChoice.tsx';
import styles from './Learn.module.css';

const Confusions = lazyPart(() => import('./Confusions.tsx'));

const PARTS = [
  { value: 'lessons', label: 'Lessons' },
  { value: 'confusions', label: 'What confuses people' },
] as const;

type Part = (typeof PARTS)[number]['value'];

/** @param first what it begins with */
export default function LessonsDialog({ first = 'lessons' }: { readonly first?: Part | undefined }): ReactElement {
  const actions = useActions();
  const [part, setPart] = useState<Part>(first);
  return (
    <Dialog open onClose={() => actions.openDialog(null)} title="Lessons" width={760} height={760} fullScreenOnPhone>
      <div className={styles['parts']}>
        <SegmentedControl label="Show" options={PARTS} value={part} onChange={setPart} />
      </div>
      <Later>
        {part === 'lessons' ? (
          <WithLearning>
            <LessonList />
          </WithLearning>
        ) : (
          <Confusions />
        )}
      </Later>
    </Dialog>
  );
}
