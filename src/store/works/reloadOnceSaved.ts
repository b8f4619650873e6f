import type { Store } from '../store.ts';
import type { TabWorks } from './works.ts';

/** Reloads once what was changed is stored. Where that fails the page stays, since nobody else has it, and says so. */
export async function reloadOnceSaved(
  store: Pick<Store, 'notify'>,
  works: Pick<TabWorks, 'flush'>,
  reload: () => void,
): Promise<void> {
  if (await works.flush()) reload();
  else
    store.notify({
      kind: 'storage',
      text: 'The page is not reloaded, because what you changed is not saved in this browser. Save a file first.',
      actions: [{ do: 'save-file' }, { do: 'dismiss' }],
    });
}
