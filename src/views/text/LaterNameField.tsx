/** The field of a name that is changed. It is loaded after the first chart. */
import { Suspense, type ComponentProps, type ReactElement } from 'react';
import { useActions } from '../../store/playgroundContext.tsx';
import { typedPart } from '../hooks/typedPart.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import type NameField from '../ui/NameField.tsx';

const Field = typedPart<ComponentProps<typeof NameField>>(() => import('../ui/NameField.tsx'));

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
        <Field {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
