/** The lessons as a list. */
import { Suspense, type ReactElement } from 'react';
import { WithLearning } from '../../store/learning/learningContext.tsx';
import { useActions } from '../../store/playgroundContext.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { LessonList } from './LessonChoice.tsx';

export default function LessonsDialog(): ReactElement {
  const actions = useActions();
  return (
    <Dialog open onClose={() => actions.openDialog(null)} title="Lessons" width={720} height={760} fullScreenOnPhone>
      <Suspense>
        <WithLearning>
          <LessonList />
        </WithLearning>
      </Suspense>
    </Dialog>
  );
}
