import { useState, type FunctionComponent, type ReactElement } from 'react';
import { lazyPart } from '../ui/lazyPart.ts';
import { firstChart } from './firstChart.ts';

/**
 * A part that text is typed into, loaded after the first chart. Once its file is there it is mounted in the same task as the
 * press that asks for it, so that what is typed at once does not act as shortcuts; a lazy component would come a task later.
 * One that could not be loaded says so when it is to be shown.
 */
export function typedPart<P extends object>(
  load: () => Promise<{ default: FunctionComponent<P> }>,
): (props: P) => ReactElement {
  const Later = lazyPart(load);
  let Loaded: FunctionComponent<P> | null = null;
  void firstChart.then(load).then(
    (module) => (Loaded = module.default),
    () => undefined,
  );
  return function TypedPart(props) {
    // The same one as long as it is shown, whatever is loaded meanwhile: it holds a draft.
    const [Shown] = useState(() => Loaded ?? Later);
    return <Shown {...props} />;
  };
}
