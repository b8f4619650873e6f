/** The field of a name that is changed. It is loaded after the first chart. */
import { Suspense, type ComponentProps, type ReactElement } from 'react';
import { useActions } from '../../store/playgroundContext.tsx';
import { firstChart } from '../hooks/firstChart.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import type NameField from '../ui/NameField.tsx';

const load = () => import('../ui/NameField.tsx');
const Loaded = lazyPart(load);
// It is there before somebody types, or keys would be lost. What cannot be loaded says so when it is to be shown.
void firstChart.then(load).catch(() => undefined);

export function LaterNameField(props: ComponentProps<typeof NameField>): ReactElement {
  const { say } = useActions();
  return (
    <ErrorBoundary
      fallback={null}
      onError={() => {
        props.onEnd(null, true);
        say('The name cannot be changed: a part of the page could not be loaded. Reload the page to try again.');
      }}
    >
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
