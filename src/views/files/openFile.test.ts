import { expect, it, vi } from 'vitest';
import type { Actions } from '../../store/actions.ts';
import type { ReadableStore } from '../../store/store.ts';
import { openFiles, openText } from './openFile.ts';

it('a file that a slow disk yields late is not opened over what was opened meanwhile', async () => {
  const openFileText = vi.fn();
  const actions = { act: vi.fn(), notify: vi.fn(), openFileText } as unknown as Actions;
  const store = {} as ReadableStore;
  let spin: () => void = () => undefined;
  const spun = new Promise<void>((resolve) => (spin = resolve));
  const slow = new File(['{"title":"Slow"}'], 'slow.json');
  slow.slice = () => {
    const head = new Blob(['{"title":"Slow"}']);
    const read = head.arrayBuffer.bind(head);
    head.arrayBuffer = () => spun.then(read);
    return head;
  };
  openFiles(store, actions, [slow]);
  await openText(store, actions, '{"title":"Newer"}');
  expect(openFileText.mock.calls).toEqual([['{"title":"Newer"}']]);
  spin();
  openFiles(store, actions, [new File(['{"title":"Last"}'], 'last.json')]);
  await vi.waitFor(() => expect(openFileText).toHaveBeenLastCalledWith('{"title":"Last"}', 'last.json'));
  expect(openFileText).toHaveBeenCalledTimes(2);
});
