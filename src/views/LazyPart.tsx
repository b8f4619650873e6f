/** Where a part of the screen comes later. */
import { type ReactNode } from 'react';
import { useActions } from '../store/playgroundContext.tsx';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { Later } from './ui/Later.tsx';
import { NOT_LOADED, PartNotLoadedError } from './ui/lazyPart.ts';

interface LazyPartProps {
  readonly onClose?: () => void;
  /** Shown while it loads. */
  readonly meanwhile?: ReactNode;
  readonly children: ReactNode;
}

/** A part loaded when first opened; if it fails to load or render, it closes with a notice. */
export function LazyPart({ onClose, meanwhile, children }: LazyPartProps) {
  const { notify } = useActions();
  const failed = (error: Error): void => {
    onClose?.();
    notify({
      kind: 'defect',
      text:
        error instanceof PartNotLoadedError
          ? NOT_LOADED
          : `This part of the page could not be shown: ${error.message}. Reload the page to try again.`,
      actions: [{ do: 'reload' }, { do: 'dismiss' }],
    });
  };
  return (
    <ErrorBoundary fallback={null} onError={failed}>
      <Later fallback={meanwhile}>{children}</Later>
    </ErrorBoundary>
  );
}
